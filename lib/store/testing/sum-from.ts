import { sumDecimals } from "@/lib/domain/limits/decimal";
import type { NewReservation } from "../reservations";

type Row = Pick<NewReservation, "bucket" | "amount" | "atMs">;

/** What a bucket's usage must be, added up one by one. */
export function sumFrom(rows: readonly Row[], bucket: string, sinceMs: number): string {
  return sumDecimals(rows.filter((row) => row.bucket === bucket && row.atMs >= sinceMs).map(({ amount }) => amount));
}
