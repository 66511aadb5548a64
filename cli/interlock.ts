// Runs one command of `interlock` in this process.
import { runInterlock } from "./main";

const { stdout, stderr, env } = process;
// A reader that has seen enough (`| head`) ends the command, not with a stack trace.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
process.exitCode = await runInterlock(process.argv.slice(2), { out: stdout, progress: stderr, env });
