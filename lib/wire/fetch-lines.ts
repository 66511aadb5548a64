/** An answer that comes line by line, for as long as it takes. Beside `fetch-json`, because few screens need it. */
import type { z } from "zod";
import {
  ANSWER_WAIT_MAX_MS,
  ask,
  loadPart,
  ProblemError,
  type Send,
  UNREACHABLE,
  unexpectedAnswer,
} from "./fetch-json";

/** Only its beginning is waited for as long as for any other answer. */
export async function* fetchLines<S extends z.ZodType>(
  fetchSchema: () => Promise<S>,
  path: string,
  send: Send,
): AsyncGenerator<z.output<S>> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), ANSWER_WAIT_MAX_MS);
  const begun = ask(path, send, patience.signal).finally(() => clearTimeout(timer));
  const [schema, response] = await Promise.all([loadPart(fetchSchema), begun]);
  for await (const line of readLines(response, send.signal)) {
    const parsed = schema.safeParse(line);
    if (!parsed.success) throw new ProblemError(unexpectedAnswer(response.status), null, parsed.error);
    yield parsed.data;
  }
}

async function* readLines({ body, status }: Response, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    while (reader !== undefined) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield parseLine(line, status);
    }
  } catch (cause) {
    if (signal?.aborted || cause instanceof ProblemError) throw cause;
    throw new ProblemError(UNREACHABLE, null, cause);
  } finally {
    // Whoever stops reading also stops whoever writes.
    await reader?.cancel().catch(() => undefined);
  }
}

function parseLine(line: string, status: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new ProblemError(unexpectedAnswer(status), null, cause);
  }
}
