// The `interlock` command inside the test's own process, as an admin of a running product.
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runInterlock } from "@/cli/main";

type Site = { url: string; operatorToken: string };

export async function interlockAt({ url, operatorToken }: Site, words: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const texts = Promise.all([text(stdout), text(stderr)]);
  // Nowhere: what a demo left in this folder is not the test's.
  const env = { INTERLOCK_URL: url, INTERLOCK_TOKEN: operatorToken, INTERLOCK_HOME: "no-interlock-here" };
  const code = await runInterlock(words, { out: stdout, progress: stderr, env });
  stdout.end();
  stderr.end();
  const [out, told] = await texts;
  return { code, out, told };
}
