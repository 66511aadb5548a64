#!/usr/bin/env node
// The command as it is installed: TypeScript is run as it is.
import { register } from "tsx/esm/api";

register();
await import("./interlock.ts");
