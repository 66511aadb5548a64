/** What operators say most often; they go back to agents as they are, so each tells what to do. */
export const DENIAL_REASONS: readonly string[] = [
  "Duplicate of something already done",
  "Wrong amount",
  "Wrong target",
  "Needs more context: say why",
  "Not allowed by policy",
];
