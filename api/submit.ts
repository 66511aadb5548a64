/** POST /api/v1/intents: read, submit, wait if asked to, and answer with the status that DESIGN 6 gives the case. */

import type { Context } from "hono";
import { ifReadable } from "@/lib/application/contract-catalog";
import { InvalidError } from "@/lib/application/errors";
import type { Submitted } from "@/lib/application/submit-intent";
import { crashPoint } from "@/lib/config/crash-point";
import { findUnsafeNumbers } from "@/lib/domain/normalise/lossless";
import { pausesOn } from "@/lib/domain/pause/pause";
import { namesOf } from "@/lib/store/history";
import { holdOf, type IntentRow, isAnsweredRow } from "@/lib/store/intent-row";
import { loadPauses } from "@/lib/store/pauses";
import { type IntentDto, SubmitBody } from "@/lib/wire/intent";
import { readPlainSubmit } from "@/lib/wire/plain-submit";
import { presentedKeyHash } from "./caller";
import type { ApiDeps } from "./deps";
import type { ShownPauses } from "./hold-dto";
import { parseCallerKey } from "./idempotency-key";
import { toIntentDto } from "./intent-dto";
import { parseWaitSeconds } from "./prefer";
import { problemCode } from "./problem";
import { parseBody, readText } from "./read-body";
import { toWaitingDto } from "./waiting-dto";

const RETRY_AFTER_S = 2;

/** What the request says, whichever server brought it. */
export type SubmitRequest = {
  keyHash: string;
  readText: () => Promise<string>;
  callerKey: string | undefined;
  prefer: string | undefined;
};

export type SubmitAnswer = { status: 200 | 201 | 202; headers: Record<string, string>; body: IntentDto };

export async function submitHandler(deps: ApiDeps, context: Context): Promise<Response> {
  try {
    const { status, headers, body } = await answerSubmit(deps, {
      keyHash: await presentedKeyHash(deps, context),
      readText: () => readText(context),
      callerKey: context.req.header("idempotency-key"),
      prefer: context.req.header("prefer"),
    });
    return context.json(body, status, headers);
  } catch (error) {
    deps.onSubmissionRefused(problemCode(error));
    throw error;
  }
}

export async function answerSubmit(deps: ApiDeps, request: SubmitRequest): Promise<SubmitAnswer> {
  const { keyHash } = request;
  // Before the body is read: who is not known sends us nothing.
  await deps.agents.load(keyHash);
  const { text, body } = parseBody(await request.readText(), SubmitBody, readPlainSubmit);
  crashPoint("submit_parsed");
  const callerKey = parseCallerKey(request.callerKey);
  const unsafeNumbers = readUnsafeNumbers(text);
  const bytes = Buffer.byteLength(text);
  const submitted = await deps.submitIntent({ keyHash, body, callerKey, unsafeNumbers, bytes });
  crashPoint("submit_unanswered");
  const waitSeconds = parseWaitSeconds(request.prefer);
  const row = await waitForEnd(deps, submitted.row, waitSeconds);
  return toAnswer(deps, body.reason ?? null, row === submitted.row ? submitted : { ...submitted, row }, waitSeconds);
}

/** Relative to args. Elsewhere in the body a number that lost digits could merge two contexts: refused outright. */
export function readUnsafeNumbers(text: string): string[] {
  return findUnsafeNumbers(text).map((pointer) => {
    if (pointer.startsWith("/args/")) return pointer.slice("/args".length);
    const message = "This number has more digits than a double can carry; send it as a string.";
    throw new InvalidError("invalid_request", message, [{ pointer, message }]);
  });
}

/** Edited args are held to what an agent's are: a number that lost digits is refused, not rounded. */
export function requireExactNumbers(text: string): void {
  const errors = readUnsafeNumbers(text).map((pointer) => ({
    pointer: `/args${pointer}`,
    message: "This number has more digits than a double can carry; send it as a string.",
  }));
  if (errors.length > 0) throw new InvalidError("invalid_args", "The edited args are not exact.", errors);
}

export async function waitForEnd(deps: ApiDeps, row: IntentRow, waitSeconds: number): Promise<IntentRow> {
  if (isAnsweredRow(row) || waitSeconds === 0) return row;
  await deps.waiters.wait(row.id, waitSeconds * 1_000);
  return (await deps.readIntent(row.id)) ?? row;
}

async function toAnswer(
  deps: ApiDeps,
  reason: string | null,
  submitted: Submitted,
  waitSeconds: number,
): Promise<SubmitAnswer> {
  const { row, submissionId, disposition, isNew, differences, resembles, observed, agent } = submitted;
  const ended = row.endedAt !== null;
  const status = ended ? (isNew ? 201 : 200) : 202;
  const contract = await ifReadable(deps.catalog.version(row.tool, row.contractVersion));
  const title = contract?.definition.title ?? row.tool;
  const { pauses } = await pausesNow(deps, submitted, waitSeconds > 0);
  const resting = waitSeconds > 0 && row.state === "cleared" ? await deps.resting.fresh() : deps.resting.latest();
  const waits = { row, audience: "agent", resting, undoMs: contract?.terms.undoMs ?? 0, now: deps.now() } as const;
  const shown = toIntentDto({
    audience: "agent",
    row,
    title,
    agentName: row.agentId === agent.id ? agent.name : await nameOfAgent(deps, row.agentId),
    reason,
    submission: { id: submissionId, disposition },
    differences,
    resembles,
    observed,
    pauses,
  });
  const body = { ...shown, ...toWaitingDto({ ...waits, pauses }) };
  const headers: Record<string, string> = { "cache-control": "no-store" };
  if (!ended) headers["retry-after"] = String(RETRY_AFTER_S);
  if (isNew || !ended) headers["location"] = `/api/v1/intents/${row.id}`;
  if (!isNew) headers["idempotent-replayed"] = "true";
  if (waitSeconds > 0) headers["preference-applied"] = `wait=${waitSeconds}`;
  return { status, headers, body };
}

/** The flush that recorded it knows; after a wait it may have been paused or resumed since. */
async function pausesNow(
  deps: ApiDeps,
  { row, pauses }: Submitted,
  hasWaited: boolean,
): Promise<Required<ShownPauses>> {
  if (!hasWaited || isAnsweredRow(row)) return { pauses };
  return { pauses: pausesOn(await loadPauses(deps.db.client, holdOf(row)?.since), row) };
}

/** Another agent of the namespace opened it. */
async function nameOfAgent(deps: ApiDeps, id: string): Promise<string> {
  return (await namesOf(deps.db.client, [id], [])).agents.get(id) ?? id;
}
