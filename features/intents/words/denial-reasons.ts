/** What operators say most often; they go back to agents as they are, so each tells what to do. */
export const DENIAL_REASONS: readonly string[] = [
  "Duplicate of something already done",
  "Wrong amount",
  "Wrong target",
  "Submit it again with a reason that says why it is needed",
  "Not allowed by policy",
];
