import { Button } from "@/components/button";
import { Instant } from "@/components/instant";
import type { RememberedSeal } from "./remembered-seal";

export function RememberedSealLine({ seal, onForget }: { seal: RememberedSeal; onForget: () => void }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 rounded-md border bg-sunken px-3 py-2 text-ink-soft text-sm">
      <span className="min-w-0 flex-1">
        This browser found seal {seal.number.toLocaleString()} here on <Instant at={seal.checkedAt} />. The log must
        still hold it.
      </span>
      <Button variant="link" size="inline" onClick={onForget}>
        Forget it
      </Button>
    </p>
  );
}
