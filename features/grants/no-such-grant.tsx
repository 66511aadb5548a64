import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ProblemError } from "@/lib/wire/fetch-json";
import { GrantHeader } from "./grant-header";

export function isAbsent(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

export function NoSuchGrant() {
  return (
    <>
      <GrantHeader grant={null} />
      <EmptyState
        icon={SearchX}
        title="There is no such grant"
        actions={
          <Link href="/grants" className={buttonStyle({ variant: "secondary" })}>
            Go to the grants
          </Link>
        }
      >
        The id in the address belongs to no grant.
      </EmptyState>
    </>
  );
}
