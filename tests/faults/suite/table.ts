import type { FaultRow } from "./fault";

const WIDTHS = [6, 9, 7, 9, 6, 7, 10, 9] as const;
const HEAD = ["fault", "actions", "kills", "doubled", "lost", "stuck", "in doubt", "seconds"];

export function tableHead(): string {
  return `${line(HEAD)}\n${"─".repeat(WIDTHS.reduce((sum, width) => sum + width, 0) + 20)}`;
}

export function tableLine({ id, actions, kills, verdict, remarks }: FaultRow, seconds: number): string {
  const { doubled, lost, stuck, inDoubtCount } = verdict;
  const cells = [id, actions, kills, doubled.length, lost.length, stuck.length, inDoubtCount, seconds.toFixed(1)];
  return `${line(cells.map(String))}  ${remarks}`.trimEnd();
}

export function skippedLine(id: string, why: string): string {
  return `${id.padEnd(WIDTHS[0])}  skipped: ${why}`;
}

function line(cells: string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[index] ?? 8)))
    .join("");
}
