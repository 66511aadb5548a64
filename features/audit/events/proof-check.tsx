"use client";

import { useMutation } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import Download from "lucide-react/icons/download";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Button, buttonStyle } from "@/components/button";
import { ErrorPanel } from "@/components/error-panel";
import { Notice } from "@/components/notice";
import type { LoggedEventDto } from "@/lib/wire/audit";
import { proofPath, proveEvent } from "../queries";
import type { ProofOutcome } from "../verify/inclusion-proof";

/** One event by itself: its way to the signed seal, checked in this browser. */
export function ProofCheck({ event }: { event: LoggedEventDto }) {
  const prove = useMutation({ mutationFn: () => proveEvent(event.id) });
  if (event.position === null) return null;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button busy={prove.isPending} onClick={() => prove.mutate()}>
          <ShieldCheck aria-hidden />
          Check its seal
        </Button>
        <a href={proofPath(event.id)} download={`${event.id}.proof.json`} className={buttonStyle({ variant: "ghost" })}>
          <Download aria-hidden />
          Download the proof
        </a>
      </div>
      {prove.isError && <ErrorPanel title="The proof could not be loaded" error={prove.error} retry={prove.mutate} />}
      {prove.data && <ProofNotice outcome={prove.data} />}
    </div>
  );
}

function ProofNotice({ outcome }: { outcome: ProofOutcome }) {
  if (outcome.kind === "not_sealed") {
    return (
      <Notice tone="bad" icon={TriangleAlert} role="alert" title="This event is not what was sealed">
        {outcome.message}
      </Notice>
    );
  }
  const { seal, position, signature } = outcome;
  return (
    <Notice tone={signature ? "good" : "warn"} icon={CircleCheck} role="status" title="As it was sealed">
      Its hash leads to the root of seal {seal.number} at position {position.toLocaleString()}.{" "}
      {signature
        ? `The seal is signed with the key ${seal.keyId}, as this Interlock tells it.`
        : "Whether the seal is signed this browser cannot check: it has no Ed25519."}
    </Notice>
  );
}
