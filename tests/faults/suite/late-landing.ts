// A request that was given up must not arrive later. The warm connections to the downstream are cut in one direction: the
// bytes of the request stay with the kernel of the worker's machine, which sends them again when the way heals. The first
// question is lost the same way. New connections are well meanwhile, so the question that is asked when absence can be
// proved finds nothing, and the second attempt succeeds.
import { setTimeout as delay } from "node:timers/promises";
import { readBooks, untilQuiet } from "./books";
import { contractOf } from "./contracts";
import type { FaultRow } from "./fault";
import type { Network } from "./network";
import { judge } from "./oracles";
import type { Site } from "./site";

const TOOL = "pay_probed";
/** As short as publishing allows: nothing but the reset of the connection stands between the two effects. */
const TIMEOUT = "2s";
/** Time-out, lost question, question, attempt: about 5 s. Less than what a back-off from the lost question would take. */
const SECOND_MAX_MS = 15_000;
const QUIET_MAX_MS = 30_000;
/** The kernel doubles the distance of its tries: so soon after the second attempt the next one comes at the latest. */
const LANDS_MAX_MS = 16_000;
const POLL_MS = 100;

export async function landsLate(site: Site, network: Network, seed: number): Promise<FaultRow> {
  const published = await site.asOperator("PUT", `/contracts/${TOOL}`, briefContract());
  const wrong = published !== null && published.status < 300 ? [] : [`publishing: ${JSON.stringify(published)}`];
  const orderId = `${seed}-late`;
  const effectCount = async () => (await site.effects()).filter(({ body }) => body["orderId"] === orderId).length;
  await warmUp(site, seed);
  network.cutOpen("worker", "downstream");
  const answer = await submit(site, orderId);
  const isMet = await within(SECOND_MAX_MS, async () => (await effectCount()) > 0);
  network.heal();
  if (!isMet) wrong.push(`no second attempt within ${SECOND_MAX_MS / 1_000} s: ${JSON.stringify(answer?.body)}`);
  await within(LANDS_MAX_MS, async () => (await effectCount()) > 1);
  const stuck = await untilQuiet(site, QUIET_MAX_MS);
  const books = await readBooks(site);
  const heard = {
    askedCount: 3,
    told: [],
    unanswered: [],
    wrong,
    turnedAway: new Map(),
    turnedAwayInARow: 0,
    tookMs: [],
  };
  const verdict = judge(books, heard, stuck);
  const outcomes = books.attempts.flatMap(({ intentId, outcome }) => (intentId === answer?.body["id"] ? outcome : []));
  if (outcomes.join() !== "unknown,success")
    verdict.breaches.push(`the request on the cut connection was not given up: ${outcomes.join()}`);
  const said = await answersOf(site, String(answer?.body["id"]));
  if (said.join() !== "unknown,absent")
    verdict.breaches.push(`the first question was not lost, or not asked again in time: ${said.join()}`);
  const remarks = `given up on a warm connection: ${await effectCount()} effect`;
  return { id: "F28", actions: 3, kills: 0, verdict, remarks };
}

function briefContract(): Record<string, unknown> {
  const { execute, ...contract } = contractOf(TOOL, {}, { timeout: TIMEOUT });
  const { probe, ...rest } = execute as { probe: Record<string, unknown> };
  return { ...contract, execute: { ...rest, probe: { ...probe, absentAfter: TIMEOUT } } };
}

/** One connection for effects and one for questions, both at rest. */
async function warmUp(site: Site, seed: number): Promise<void> {
  await site.setFault({ route: "*", kind: "effect_then_500", times: 1 });
  await submit(site, `${seed}-asked`);
  await site.clearFaults();
  await submit(site, `${seed}-warm`);
}

/** What each question about it brought. */
async function answersOf(site: Site, intentId: string): Promise<string[]> {
  const sql =
    "select data->>'answer' as answer from audit_events where intent_id = $1 and type = 'intent.probe' order by id";
  return (await site.query<{ answer: string }>(sql, [intentId])).map(({ answer }) => answer);
}

function submit(site: Site, orderId: string) {
  const body = { tool: TOOL, run: orderId, step: "s", args: { orderId, amount: 5, note: "late" } };
  return site.asAgent("POST", "/intents", body, { prefer: "wait=10" });
}

async function within(boundMs: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  const deadlineAt = performance.now() + boundMs;
  while (performance.now() < deadlineAt) {
    if (await isTrue()) return true;
    await delay(POLL_MS);
  }
  return false;
}
