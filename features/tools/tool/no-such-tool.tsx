import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ProblemError } from "@/lib/wire/fetch-json";

export function isAbsent(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

export function NoSuchTool() {
  return (
    <EmptyState
      icon={SearchX}
      title="There is no such tool"
      actions={
        <Link href="/tools" className={buttonStyle({ variant: "secondary" })}>
          Go to the tools
        </Link>
      }
    >
      No contract is published under the name in the address.
    </EmptyState>
  );
}
