// Included before MicroPython's frozen_content.c: aligns frozen native code to words.
//
// Code for the RP2040's core (armv6m) keeps larger constants beside its instructions and reads
// them by word-aligned addresses, but mpy-tool (1.25, 1.29) aligns it to halfwords only. Half of
// all functions then read other bytes as their constants, depending on where they happen to lie.
#define aligned(n) aligned((n) < 4 ? 4 : (n))
