"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { PageHeader } from "@/components/page-header";
import { Given } from "./given";
import { GrantForm } from "./grant-form";
import { useGive } from "./use-give";

const TOOL_LENGTH_MAX = 128;

/** Giving a standing approval. For admins; a link may name the tool. */
export function NewGrant() {
  const give = useGive();
  const asked = useSearchParams().get("tool") ?? "";
  return (
    <>
      <NewGrantHeader />
      {give.isSuccess ? (
        <Given grant={give.data} onAgain={give.reset} />
      ) : (
        <GrantForm tool={asked.length <= TOOL_LENGTH_MAX ? asked : ""} give={give} />
      )}
    </>
  );
}

/** Where the reader is, and the way back to the list. */
export function NewGrantHeader() {
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-1.5">
          <Link href="/grants" className="shrink-0 text-ink-soft text-sm hover:text-ink">
            Grants
          </Link>
          <span aria-hidden className="text-ink-faint">
            /
          </span>
          <h1 className="font-semibold text-base text-ink">New grant</h1>
        </div>
      }
    />
  );
}
