/** What a row can show, and how wide it stands. The tool is always there: it names the row and leads to the intent. */
import type { ReactNode } from "react";
import { AgentLine } from "@/components/agent-text";
import { Badge } from "@/components/badge";
import { formatDuration } from "@/components/duration";
import { Instant } from "@/components/instant";
import { StateBadge } from "../../words/state-badge";
import type { IntentRow } from "../rows/intent-row";

type Column = {
  word: string;
  /** A track of the grid. */
  width: string;
  isNumber?: boolean;
  cell: (row: IntentRow) => ReactNode;
};

/** A chip that does not fit is left out with the rest, and not cut through. */
const CUT = "truncate [&_bdi>span]:inline-block [&_bdi>span]:leading-4";
const text = (value: string | null, className = CUT) =>
  value === null ? null : <AgentLine text={value} className={className} />;
const mono = (value: string | null) => text(value, `${CUT} font-mono text-xs`);

export const COLUMNS = {
  state: { word: "State", width: "7rem", cell: ({ state }) => <StateBadge state={state} /> },
  tool: { word: "Tool", width: "minmax(8rem, 1.2fr)", cell: ({ title }) => title },
  target: { word: "Target", width: "minmax(6rem, 2fr)", cell: ({ target }) => text(target) },
  sentence: { word: "Args", width: "minmax(6rem, 3fr)", cell: ({ sentence }) => text(sentence) },
  amount: { word: "Amount", width: "minmax(5rem, 7rem)", isNumber: true, cell: ({ amount }) => amount?.shown ?? null },
  submissions: {
    word: "Submissions",
    width: "5.75rem",
    isNumber: true,
    cell: ({ submissionCount: count }) =>
      count > 1 ? <Submissions count={count} /> : <span className="text-ink-faint">{count}</span>,
  },
  agent: { word: "Agent", width: "minmax(5rem, 1fr)", cell: ({ agent }) => text(agent) },
  run: { word: "Run", width: "minmax(5rem, 1fr)", cell: ({ run }) => text(run) },
  step: { word: "Step", width: "minmax(4rem, 0.8fr)", cell: ({ step }) => text(step) },
  session: { word: "Session", width: "minmax(4rem, 0.8fr)", cell: ({ session }) => text(session) },
  effectId: { word: "Effect id", width: "minmax(5rem, 1fr)", cell: ({ effectId }) => mono(effectId) },
  id: { word: "Intent id", width: "minmax(5rem, 1fr)", cell: ({ id }) => mono(id) },
  decided: { word: "Last decision", width: "minmax(6rem, 1.2fr)", cell: ({ decided }) => text(decided) },
  created: { word: "Submitted", width: "8.25rem", isNumber: true, cell: ({ createdAt }) => instant(createdAt) },
  ended: { word: "Ended", width: "8.25rem", isNumber: true, cell: ({ endedAt }) => endedAt && instant(endedAt) },
  duration: { word: "Took", width: "5.5rem", isNumber: true, cell: (row) => durationOf(row) },
} satisfies Record<string, Column>;

export type ColumnName = keyof typeof COLUMNS;

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

/** At first, and where nothing else is said. */
export const USUAL_COLUMNS: readonly ColumnName[] = [
  "state",
  "tool",
  "target",
  "amount",
  "submissions",
  "agent",
  "run",
  "created",
];

export function columnOf(name: ColumnName): Column {
  return COLUMNS[name];
}

export function gridOf(columns: readonly ColumnName[]): string {
  return columns.map((name) => COLUMNS[name].width).join(" ");
}

function instant(at: string): ReactNode {
  return <Instant at={at} show="short" className="tabular-nums" />;
}

function durationOf({ createdAt, endedAt }: IntentRow): string | null {
  return endedAt === null ? null : formatDuration(Date.parse(endedAt) - Date.parse(createdAt));
}

export function Submissions({ count }: { count: number }) {
  return (
    <Badge>
      <span aria-hidden>×{count}</span>
      <span className="sr-only">{count} submissions</span>
    </Badge>
  );
}
