import type { Loading } from "./use-loaded";

/** Wherever it is drawn, keys mean nothing (`listen-for-keys`). */
export const AWAITED = "data-awaited";

/**
 * Stands for a dialog that was asked for and is not here yet. Whoever asked for it goes on typing: what they type is
 * for the dialog, and must not be taken for "approve". Where it cannot be fetched, that is said.
 */
export function AwaitedPart({ loading }: { loading: Loading }) {
  if (loading === "on_its_way") return <span hidden {...{ [AWAITED]: "" }} />;
  if (loading !== "failed") return null;
  return (
    <p
      role="alert"
      className="fixed inset-x-2 bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+0.5rem)] z-50 rounded-lg border border-bad-line bg-bad-soft px-3.5 py-3 text-ink text-sm shadow-overlay md:inset-x-auto md:right-4 md:bottom-4 md:w-96"
    >
      What you asked for did not load, so nothing happened. Try again; if that does not help, reload the page.
    </p>
  );
}
