/** Text for the terminal. */
import { tableHead as sharedHead, tableRow as sharedRow } from "../table";
import { LABEL } from "./cells";
import { type Figures, PROCESSES } from "./measure";

export function tableHead(): string {
  return sharedHead(PROCESSES);
}

export function tableRow(figures: Figures): string {
  return sharedRow(LABEL[figures.kind], figures, PROCESSES);
}

export function errorRows(figures: Figures[]): string[] {
  return figures.flatMap(({ kind, connections, errors }) =>
    errors.map((error) => `${LABEL[kind]} at ${connections}: ${error}`),
  );
}
