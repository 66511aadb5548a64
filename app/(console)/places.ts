/** Every place of the console, in the order of the navigation. */
export type Place = {
  href: string;
  word: string;
  /** Two keys that lead there. */
  keys: string;
  /** At the thumb on a phone; the others are behind "More". */
  isNear: boolean;
};

export const PLACES = [
  { href: "/", word: "Inbox", keys: "g i", isNear: true },
  { href: "/intents", word: "History", keys: "g h", isNear: true },
  { href: "/overview", word: "Overview", keys: "g o", isNear: true },
  { href: "/tools", word: "Tools", keys: "g t", isNear: false },
  { href: "/findings", word: "Findings", keys: "g f", isNear: false },
  { href: "/audit", word: "Audit", keys: "g u", isNear: false },
  { href: "/agents", word: "Agents", keys: "g a", isNear: false },
  { href: "/operators", word: "Operators", keys: "g p", isNear: false },
  { href: "/grants", word: "Grants", keys: "g r", isNear: false },
  { href: "/settings", word: "Settings", keys: "g s", isNear: false },
] as const satisfies Place[];

export type PlaceWord = (typeof PLACES)[number]["word"];

/** For newcomers: at the end of the navigation, and in the operator's menu. */
export const FIRST_STEPS = { href: "/welcome", word: "First steps" } as const;

/** Further in: found by name, from the palette. */
export const FURTHER = [
  ["/findings/reconciliations", "Reconciliations"],
  ["/findings/key-audits", "Key audits"],
  ["/audit/seals", "Seals"],
  ["/audit/verify", "Verify the audit log"],
  ["/grants/new", "New grant"],
  [FIRST_STEPS.href, FIRST_STEPS.word],
] as const;
