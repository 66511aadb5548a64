"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { ErrorPanel } from "@/components/error-panel";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import { Skeleton } from "@/components/skeleton";
import type { AuditKeyListDto } from "@/lib/wire/audit";
import { auditKeysQuery } from "../queries";
import { KeyCompare } from "./key-compare";

type AuditKey = AuditKeyListDto["items"][number];

/** The public keys, as this Interlock tells them, and whether they are those that somebody keeps. */
export function KeyPanel() {
  const keys = useQuery(auditKeysQuery());
  return (
    <Panel title="Public keys">
      {keys.isPending && (
        <div role="status" className="space-y-2.5 px-4 py-3.5">
          <span className="sr-only">Loading the keys</span>
          <Skeleton className="h-3.5 w-2/3" />
          <Skeleton className="h-3.5 w-1/2" />
        </div>
      )}
      {keys.isError && (
        <ErrorPanel
          title="The keys could not be loaded"
          error={keys.error}
          retry={keys.refetch}
          retrying={keys.isFetching}
          className="m-3"
        />
      )}
      {keys.data && (
        <>
          <ul className="divide-y">
            {keys.data.items.map((key) => (
              <KeyItem key={key.keyId} auditKey={key} />
            ))}
          </ul>
          <div className="border-t px-4 py-3">
            <KeyCompare keys={keys.data.items} />
          </div>
        </>
      )}
    </Panel>
  );
}

function KeyItem({ auditKey: { keyId, publicKey, current, firstUsedAt } }: { auditKey: AuditKey }) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium font-mono text-ink">{keyId}</span>
        <Badge tone={current ? "good" : "neutral"}>{current ? "Seals now" : "Sealed before"}</Badge>
        <span className="text-ink-faint text-xs">
          {firstUsedAt === null ? (
            "nothing is sealed with it yet"
          ) : (
            <>
              since <Instant at={firstUsedAt} />
            </>
          )}
        </span>
        <span className="ml-auto flex">
          <CopyButton text={publicKey} what={`the public key ${keyId}`} />
          <Button
            variant="ghost"
            size="iconSmall"
            aria-label={`Download the public key ${keyId}`}
            title="Download"
            onClick={() => save(`interlock-${keyId}.pem`, publicKey)}
          >
            <Download aria-hidden />
          </Button>
        </span>
      </p>
      <CodeBlock code={publicKey.trim()} label={`Public key ${keyId}`} className="-mx-4 text-ink-soft" />
    </li>
  );
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-pem-file" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
