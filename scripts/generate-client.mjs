// Generates the Prisma client from prisma/schema.prisma, without downloading an engine.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (!existsSync("prisma/schema.prisma")) process.exit(0);
const done = spawnSync(process.execPath, ["node_modules/prisma/build/index.js", "generate", "--no-hints"], {
  stdio: ["ignore", "ignore", "inherit"],
  env: {
    ...process.env,
    // `generate` only needs *an* executable here: the schema engine itself is never started.
    PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
    CHECKPOINT_DISABLE: "1",
  },
});
process.exit(done.status ?? 1);
