/** Said before somebody types, and checked as they ask: the same that the server insists on. */
export const PASSWORD_RULE = "At least 12 characters; any are allowed. Long and memorable beats short and odd.";

const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 1_024;

/** Counted in characters as people see them. Null: it will do. */
export function passwordProblem(password: string): string | null {
  const missingCount = PASSWORD_MIN - [...password].length;
  if (missingCount <= 0) return null;
  return `${missingCount} more ${missingCount === 1 ? "character" : "characters"} needed: at least ${PASSWORD_MIN}.`;
}
