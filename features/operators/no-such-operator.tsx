import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ProblemError } from "@/lib/wire/fetch-json";
import { OperatorHeader } from "./operator-header";

export function isAbsent(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

export function NoSuchOperator() {
  return (
    <>
      <OperatorHeader operator={null} isSelf={false} />
      <EmptyState
        icon={SearchX}
        title="There is no such operator"
        actions={
          <Link href="/operators" className={buttonStyle({ variant: "secondary" })}>
            Go to the operators
          </Link>
        }
      >
        The id in the address belongs to nobody.
      </EmptyState>
    </>
  );
}
