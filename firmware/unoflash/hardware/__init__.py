"""The unit's hardware: the only modules that import `machine`; they know no rules."""
