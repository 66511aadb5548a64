/** A text that somebody is at, kept by the browser tab: a reload, or a look at another page, does not lose it. */
export type Draft = {
  text: string;
  format: "yaml" | "json";
  /** The version that was active when they began, or that they chose to go on over. */
  baseVersion: number;
};

/** The part of `sessionStorage` that is needed. */
export type Drawer = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const nameOf = (tool: string) => `interlock.key-lab.${tool}`;

/** Null: there is none, or nobody can read it. A browser that refuses to keep things keeps none. */
export function readDraft(drawer: Drawer, tool: string): Draft | null {
  try {
    return toDraft(JSON.parse(drawer.getItem(nameOf(tool)) ?? "null"));
  } catch {
    return null;
  }
}

/** False: the browser would not keep it, so a reload loses it. */
export function keepDraft(drawer: Drawer, tool: string, draft: Draft | null): boolean {
  try {
    if (draft === null) drawer.removeItem(nameOf(tool));
    else drawer.setItem(nameOf(tool), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

function toDraft(value: unknown): Draft | null {
  const { text, format, baseVersion } = (value ?? {}) as Partial<Draft>;
  const isDraft = typeof text === "string" && Number.isInteger(baseVersion) && (format === "yaml" || format === "json");
  return isDraft && baseVersion !== undefined ? { text, format, baseVersion } : null;
}
