/** Sends a statement and tells how far it is, which `fetch` cannot. Everything that goes wrong is a `ProblemError`. */
import { ProblemError } from "@/lib/wire/fetch-json";
import type { Problem } from "@/lib/wire/problem";
import type { ReconciliationDto } from "@/lib/wire/reconciliation";
import { statementType } from "./statement-file";

export type StatementOrder = {
  tool: string;
  file: File;
  unit: "major" | "minor";
  from: string | null;
  to: string | null;
};

type Upload = { onProgress: (sentBytes: number) => void; signal: AbortSignal };

export async function uploadStatement(order: StatementOrder, upload: Upload): Promise<ReconciliationDto> {
  const { tool, file, unit, from, to } = order;
  const search = new URLSearchParams({ tool, unit, ...(from !== null && { from }), ...(to !== null && { to }) });
  const type = await statementType(file);
  const [answer, { ReconciliationDto: Run }] = await Promise.all([
    send(`/api/v1/reconciliations?${search}`, type, file, upload),
    import("@/lib/wire/reconciliation"),
  ]);
  const run = Run.safeParse(answer.body);
  if (run.success && answer.status === 202) return run.data;
  throw await toProblemError(answer);
}

type Answer = { status: number; body: unknown };

function send(path: string, type: string, file: File, { onProgress, signal }: Upload): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", path);
    request.setRequestHeader("content-type", type);
    request.setRequestHeader("accept", "application/json");
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve({ status: request.status, body: parseOrNull(request.responseText) });
    request.onerror = () => reject(new ProblemError(UNREACHABLE));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    if (signal.aborted) reject(signal.reason);
    else request.send(file);
  });
}

async function toProblemError({ status, body }: Answer): Promise<ProblemError> {
  const { Problem: Shape } = await import("@/lib/wire/problem");
  const problem = Shape.safeParse(body);
  return new ProblemError(problem.success ? problem.data : { ...UNREACHABLE, status, code: "unexpected_answer" });
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const UNREACHABLE: Problem = {
  type: "about:blank",
  title: "Interlock did not answer",
  status: 0,
  detail: "The upload got no answer, so nothing is known about it.",
  code: "unreachable",
  retriable: true,
  correctiveAction: "Look whether it is in the list; if not, upload it again.",
};
