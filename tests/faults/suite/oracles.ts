/**
 * What must be true when everything is quiet. The ledger is the judge of what happened; our own tables are only asked
 * whether they admit it.
 *
 * O1  one effect for what was ordered
 * O2  every acknowledged submission exists
 * O3  every effect that somebody was told of is in the ledger
 * O4  all answers for one intent that has ended are equal
 * O5  no attempt without an earlier decision for exactly its args
 * O6  fences only grow, one at a time; one attempt at most succeeded
 * O7  nothing is stuck: everybody hears the end
 * O8  the audit tells every change, without gaps
 */
import type { Heard } from "./agents";
import type { Books } from "./books";
import { groupBy } from "./group-by";

export interface Verdict {
  doubled: string[];
  lost: string[];
  stuck: string[];
  /** Everything else that is not as it must be. */
  breaches: string[];
  inDoubtCount: number;
}

/** States in which an effect may have happened. */
const ADMITS_EFFECT = new Set(["succeeded", "partial", "in_doubt"]);
const LASTING = new Set(["succeeded", "partial", "denied"]);

export function judge(books: Books, heard: Heard, stuck: string[]): Verdict {
  return {
    doubled: doubledEffects(books),
    lost: lostSubmissions(books, heard),
    stuck: [...stuck, ...heard.unanswered.map(({ orderId, kind }) => `nobody heard the end of ${kind} ${orderId}`)],
    breaches: [
      ...heard.wrong,
      ...unadmittedEffects(books),
      ...unequalAnswers(heard),
      ...undecidedAttempts(books),
      ...brokenFences(books),
      ...auditGaps(books),
    ],
    inDoubtCount: books.intents.filter(({ state }) => state === "in_doubt").length,
  };
}

/** O1, by what was ordered, not only by key: a key that came out differently must not hide a second effect. */
function doubledEffects({ effects }: Books): string[] {
  const byOrder = groupBy(effects, ({ route, body }) => `${route} order ${String(body["orderId"]).trim()}`);
  const byKey = groupBy(effects, ({ route, key }) => `${route} key ${key}`);
  const found = new Map<string, string>();
  for (const [what, same] of [...byKey, ...byOrder]) {
    const ids = same.map(({ id }) => id).join();
    if (same.length > 1) found.set(ids, `${what}: ${same.length} effects at ${same.map(({ at }) => at).join(", ")}`);
  }
  return [...found.values()];
}

/** O2, O3: whoever was told 2xx finds it, and whoever was told of an effect finds that in the ledger. */
function lostSubmissions({ submissions, intents, effects }: Books, { told }: Heard): string[] {
  const states = new Map(intents.map(({ id, state }) => [id, state]));
  const effectIds = new Set(effects.map(({ id }) => id));
  return told.flatMap(({ intentId, submissionId, effectId, action }) => {
    const what = `${action.kind} ${action.orderId} (${intentId})`;
    if (!states.has(intentId)) return [`${what} was acknowledged and is not there`];
    if (submissionId !== null && submissions.get(submissionId) !== intentId)
      return [`${what}: its acknowledged submission ${submissionId} is not there`];
    if (effectId !== null && !effectIds.has(effectId))
      return [`${what}: was told of effect ${effectId}, which the ledger does not know`];
    return [];
  });
}

/** An effect that our tables deny, or claim without there being one. */
function unadmittedEffects({ effects, intents }: Books): string[] {
  const byKey = new Map(intents.map((intent) => [intent.key, intent]));
  const ids = new Set(effects.map(({ id }) => id));
  const denied = effects.flatMap(({ id, key, body }) => {
    const intent = byKey.get(key ?? "");
    if (intent === undefined) return [`effect ${id} has no intent`];
    if (!ADMITS_EFFECT.has(intent.state)) return [`effect ${id} happened, but ${intent.id} is ${intent.state}`];
    if (JSON.stringify(sortKeys(body)) !== JSON.stringify(sortKeys(intent.args)))
      return [`effect ${id} was done with other args than ${intent.id} was decided on`];
    return [];
  });
  const claimed = intents.flatMap(({ id, state, effectId }) =>
    state === "succeeded" && effectId !== null && !ids.has(effectId) ? [`${id} claims effect ${effectId}`] : [],
  );
  return [...denied, ...claimed];
}

/** O4: an end that lasts is the same for everyone who is told it. */
function unequalAnswers({ told }: Heard): string[] {
  const ends = told.filter(({ state }) => LASTING.has(state));
  return [...groupBy(ends, ({ intentId }) => intentId)].flatMap(([id, same]) => {
    const answers = new Set(same.map(({ state, effectId }) => `${state} ${effectId}`));
    return answers.size > 1 ? [`${id} was answered as ${[...answers].join(" and ")}`] : [];
  });
}

/** O5: before every attempt there is an event that cleared exactly these args. */
function undecidedAttempts({ attempts, events }: Books): string[] {
  const clearings = groupBy(
    events.filter(({ data }) => data.to === "cleared"),
    ({ intentId }) => intentId,
  );
  return attempts.flatMap(({ id, intentId, argsDigest, startedAt }) => {
    const before = (clearings.get(intentId) ?? []).filter(({ at }) => at <= startedAt);
    const decided = before.some(({ data }) => data.argsDigest === argsDigest);
    return decided ? [] : [`attempt ${id} of ${intentId} started without a decision for its args`];
  });
}

/** O6: fences only grow, one at a time, and one attempt at most ended in success. */
function brokenFences({ attempts, intents }: Books): string[] {
  const byIntent = groupBy(attempts, ({ intentId }) => intentId);
  return intents.flatMap(({ id, fence, state }) => {
    const tries = byIntent.get(id) ?? [];
    const problems: string[] = [];
    if (tries.some((attempt, index) => attempt.fence !== index + 1)) problems.push(`the fences of ${id} have gaps`);
    if (tries.some((attempt, index) => attempt.startedAt < (tries[index - 1]?.startedAt ?? attempt.startedAt)))
      problems.push(`the fences of ${id} are not in the order of time`);
    if ((tries.at(-1)?.fence ?? 0) !== fence) problems.push(`${id} has fence ${fence}, its last attempt another`);
    if (tries.filter(({ outcome }) => outcome === "success").length > 1) problems.push(`${id} succeeded twice`);
    if (state !== "executing" && tries.some(({ endedAt }) => endedAt === null))
      problems.push(`${id} is ${state}, but an attempt of it never ended`);
    return problems;
  });
}

/** O8: each event starts where the one before left off, and the last one ends where the intent is. */
function auditGaps({ events, intents }: Books): string[] {
  const moves = groupBy(
    events.filter(({ data }) => data.to !== undefined),
    ({ intentId }) => intentId,
  );
  return intents.flatMap(({ id, state }) => {
    let at: string | undefined;
    for (const { data, type } of inOrder(moves.get(id) ?? [])) {
      if (at !== undefined && data.from !== undefined && data.from !== at)
        return [`the audit of ${id} jumps from ${at} to ${data.from} at ${type}`];
      at = data.to;
    }
    return at === state ? [] : [`the audit of ${id} ends with ${at}, the intent is ${state}`];
  });
}

/** Events of one millisecond are told apart by what they start from. */
function inOrder(events: Books["events"]): Books["events"] {
  const left = [...events];
  const ordered: Books["events"] = [];
  let at: string | undefined;
  while (left.length > 0) {
    const sameTime = left.filter((event) => event.at.getTime() === left[0]?.at.getTime());
    const next = sameTime.find(({ data }) => data.from === at) ?? left[0];
    if (next === undefined) break;
    left.splice(left.indexOf(next), 1);
    ordered.push(next);
    at = next.data.to;
  }
  return ordered;
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortKeys(member)]));
}
