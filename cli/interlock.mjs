#!/usr/bin/env node
// The command as it is installed: TypeScript is run as it is, from whatever folder it is called.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

// Left to itself it would look for the settings where the command is called, and there `@/` means nothing.
register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
await import("./interlock.ts");
