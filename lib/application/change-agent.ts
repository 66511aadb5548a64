/** An admin changes what policy knows of an agent and what it may use. Keys and open intents stay as they are. */
import { isDeepStrictEqual } from "node:util";
import type { Actor } from "@/lib/domain/actor";
import { type AgentRow, updateAgent } from "@/lib/store/agents";
import { databaseNow } from "@/lib/store/intents";
import { recordEvents } from "@/lib/store/journal";
import type { ChangeAgentBody } from "@/lib/wire/agent";
import { type AgentDeps, agentEvent, lockEnabledAgent } from "./known-agent";

type Changeable = Pick<AgentRow, "labels" | "tools" | "mayRepeat">;

export async function changeAgent(
  deps: AgentDeps,
  input: { actor: Actor; agentId: string; body: ChangeAgentBody },
): Promise<AgentRow> {
  const { labels, tools, mayRepeat } = input.body;
  const wanted = { labels, tools: tools && [...new Set(tools)], mayRepeat };
  return deps.db.transaction(async (tx) => {
    const agent = await lockEnabledAgent(tx, input.agentId);
    const { from, to } = differing(agent, wanted);
    if (Object.keys(to).length === 0) return agent;
    await updateAgent(tx, agent.id, to);
    const [before, after] = [withoutLabels(from), withoutLabels(to)];
    const labelled = to.labels === undefined ? {} : { labelled: Object.keys(to.labels) };
    const event = agentEvent("agent.changed", input.actor, agent, { from: before, to: after, ...labelled });
    const detail = to.labels === undefined ? {} : { from: { labels: from["labels"] }, to: { labels: to.labels } };
    await recordEvents(tx, deps.newId, await databaseNow(tx), [{ ...event, detail }]);
    return { ...agent, ...to };
  });
}

/** What labels say is up to admins: people's names and addresses, too. */
function withoutLabels({ labels: _labels, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

function differing(agent: AgentRow, wanted: { [P in keyof Changeable]: Changeable[P] | undefined }) {
  const from: Record<string, unknown> = {};
  const to: Partial<Changeable> = {};
  for (const name of ["labels", "tools", "mayRepeat"] as const) {
    if (wanted[name] === undefined || isDeepStrictEqual(agent[name], wanted[name])) continue;
    from[name] = agent[name];
    Object.assign(to, { [name]: wanted[name] });
  }
  return { from, to };
}
