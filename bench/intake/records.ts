/** A submission that was answered is on record, a duplicate no less than the first; what is wrong, in sentences. */
export function judgeRecords(rightCount: number, recordedCount: number): string[] {
  if (recordedCount === rightCount) return [];
  return [`${rightCount} submissions were answered as expected, but ${recordedCount} were recorded.`];
}
