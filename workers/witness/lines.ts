/** One claim a line: epoch, attempt, when (the store's time), key. What cannot be read, as after a power cut, is left out. */
import type { SeenClaim } from "@/lib/domain/store-epoch";
import type { LostClaim } from "@/lib/store/suspect-keys";

export type WitnessedClaim = SeenClaim & LostClaim;

const LINE = /^(\d+) (att_[0-9a-z]{26}) (\d+) ([0-9a-f]{64})$/;

export function toLines(claims: WitnessedClaim[]): string {
  return claims
    .map(({ epoch, attemptId, claimedAt, key }) => `${epoch} ${attemptId} ${claimedAt.getTime()} ${key}\n`)
    .join("");
}

export function parseLines(text: string): WitnessedClaim[] {
  return text.split("\n").flatMap((line) => {
    const [, epoch, attemptId, claimedAt, key] = LINE.exec(line) ?? [];
    if (epoch === undefined || attemptId === undefined || key === undefined) return [];
    return [{ epoch: Number(epoch), attemptId, claimedAt: new Date(Number(claimedAt)), key }];
  });
}
