/** What is asked, as the query of `GET /api/v1/intents`. Values are common, usual (of an intent taken at random) or rare. */
import type { Sample } from "./samples";

export type Case = {
  name: string;
  query(sample: Sample): Record<string, string>;
  /** Asked by an agent of this namespace; by an operator otherwise. */
  namespace?: "default" | "rare";
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Query = Record<string, string>;

const fixed = (name: string, query: Query): Case => ({ name, query: () => query });
/** From wherever the intent taken at random is. */
const deep = (name: string, query: Query): Case => ({
  name: `${name}, deep page`,
  query: ({ id }) => ({ ...query, cursor: id }),
});
const deepByAmount = (name: string, query: Query): Case => ({
  name: `${name}, deep page`,
  query: ({ id, usd }) => ({ ...query, cursor: `${usd}~${id}` }),
});
const since = ({ createdMs }: Sample, ms: number): Query => ({
  from: new Date(createdMs).toISOString(),
  to: new Date(createdMs + ms).toISOString(),
});

const STATES = ["held", "cleared", "executing", "in_doubt", "succeeded", "partial", "failed", "denied", "refused"];

export const CASES: Case[] = [
  fixed("no filter", {}),
  deep("no filter", {}),
  fixed("tool: hot", { tool: "hot_tool" }),
  deep("tool: hot", { tool: "hot_tool" }),
  { name: "tool: usual", query: ({ tool }) => ({ tool }) },
  fixed("tool: rare", { tool: "rare_tool" }),
  ...STATES.map((state) => fixed(`state: ${state}`, { state })),
  deep("state: failed", { state: "failed" }),
  deep("state: succeeded", { state: "succeeded" }),
  fixed("agent: busiest", { agent: "agt_0" }),
  { name: "agent: usual", query: ({ agent }) => ({ agent }) },
  { name: "agent: usual, deep page", query: ({ agent, id }) => ({ agent, cursor: id }) },
  fixed("agent: rare", { agent: "agt_rare" }),
  fixed("operator: busiest", { operator: "opr_0" }),
  deep("operator: busiest", { operator: "opr_0" }),
  fixed("operator: usual", { operator: "opr_20" }),
  fixed("operator: rare", { operator: "opr_rare" }),
  fixed("run: hot", { run: "run_nightly" }),
  deep("run: hot", { run: "run_nightly" }),
  { name: "run: usual", query: ({ run }) => ({ run }) },
  { name: "effect id: usual", query: ({ effectId }) => ({ effectId }) },
  fixed("effect id: one in a hundred has it", { effectId: "ok" }),
  fixed("effect id: none has it", { effectId: "eff_none" }),
  fixed("identity: one in three has it", { identity: "mer_main" }),
  deep("identity: one in three has it", { identity: "mer_main" }),
  fixed("identity: one in 5,000 has it", { identity: "mer_77" }),
  deep("identity: one in 5,000 has it", { identity: "mer_77" }),
  { name: "identity: usual", query: ({ customer }) => ({ identity: customer }) },
  fixed("identity: none has it", { identity: "nobody@example.com" }),
  { name: "time: an hour", query: (sample) => since(sample, HOUR_MS) },
  { name: "time: a day", query: (sample) => since(sample, DAY_MS) },
  { name: "time: 90 days", query: (sample) => since(sample, 90 * DAY_MS) },
  fixed("amount: exact, common", { amount: "50", currency: "USD" }),
  deepByAmount("amount: exact, common", { amount: "50", currency: "USD" }),
  { name: "amount: exact, usual", query: ({ usd }) => ({ amount: usd, currency: "USD" }) },
  fixed("amount: narrow range", { amountFrom: "700", amountTo: "701", currency: "EUR" }),
  fixed("amount: wide range", { amountFrom: "10", amountTo: "5000", currency: "USD" }),
  deepByAmount("amount: wide range", { amountFrom: "10", amountTo: "5000", currency: "USD" }),
  fixed("amount: currency alone", { currency: "JPY" }),
  { name: "q: an intent's id", query: ({ id }) => ({ q: id }) },
  { name: "q: an effect id", query: ({ effectId }) => ({ q: effectId }) },
  { name: "q: a run", query: ({ run }) => ({ q: run }) },
  { ...fixed("agents' own: no filter", {}), namespace: "default" },
  { ...fixed("agents' own: hot tool", { tool: "hot_tool" }), namespace: "default" },
  { name: "agents' own: identity, usual", query: ({ customer }) => ({ identity: customer }), namespace: "default" },
  { ...fixed("agents' own: identity, common", { identity: "mer_main" }), namespace: "default" },
  { ...fixed("agents' own: amount, wide range", { amountFrom: "10", currency: "USD" }), namespace: "default" },
  { ...fixed("rare namespace: no filter", {}), namespace: "rare" },
  { ...fixed("rare namespace: hot tool", { tool: "hot_tool" }), namespace: "rare" },
  { ...fixed("rare namespace: identity, common", { identity: "mer_main" }), namespace: "rare" },
  { ...fixed("rare namespace: amount, wide range", { amountFrom: "10", currency: "USD" }), namespace: "rare" },
  fixed("hot tool, denied (it never was)", { tool: "hot_tool", state: "denied" }),
  { name: "tool, failed", query: ({ tool }) => ({ tool, state: "failed" }) },
  { name: "tool, held", query: ({ tool }) => ({ tool, state: "held" }) },
  { name: "agent, failed", query: ({ agent }) => ({ agent, state: "failed" }) },
  { name: "tool, a day", query: (sample) => ({ tool: sample.tool, ...since(sample, DAY_MS) }) },
  { name: "tool, amount", query: ({ tool }) => ({ tool, amountFrom: "1000", currency: "USD" }) },
  fixed("rare tool, amount", { tool: "rare_tool", amountFrom: "10", currency: "USD" }),
  { name: "a day, amount", query: (sample) => ({ ...since(sample, DAY_MS), amountFrom: "100", currency: "USD" }) },
  fixed("common identity, rare tool", { identity: "mer_main", tool: "rare_tool" }),
  { name: "identity, tool", query: ({ customer, tool }) => ({ identity: customer, tool }) },
  fixed("busiest operator, rare tool", { operator: "opr_0", tool: "rare_tool" }),
  { name: "operator, a day", query: (sample) => ({ operator: "opr_0", ...since(sample, DAY_MS) }) },
  fixed("busiest operator, denied", { operator: "opr_0", state: "denied" }),
];
