/** What a switch of these screens stops. */
export type PausePlace = { covers: "everything" } | { covers: "tool"; tool: string };

export const EVERYTHING: PausePlace = { covers: "everything" };
