// `npm test`: installs what is missing, runs every kind of test, and ends with `N passed, N failed`.
// `npm test -- unit` runs one stage: house, unit, integration, faults or e2e.
import { requireNode } from "./node-version.mjs";

requireNode();
const { inRoot } = await import("./root.mjs");
inRoot();
const { prepare } = await import("./install.mjs");
await prepare();
const { runTests } = await import("./run-tests.mjs");
process.exit(await runTests(process.argv.slice(2)));
