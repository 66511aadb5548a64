import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ProblemError } from "@/lib/wire/fetch-json";
import { IntentHeader } from "./intent-header";

export function isAbsent(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

export function NoSuchIntent() {
  return (
    <>
      <IntentHeader intent={null} />
      <EmptyState
        icon={SearchX}
        title="There is no such intent"
        actions={
          <Link href="/intents" className={buttonStyle({ variant: "secondary" })}>
            Go to the intents
          </Link>
        }
      >
        The id in the address belongs to nothing that you may see.
      </EmptyState>
    </>
  );
}
