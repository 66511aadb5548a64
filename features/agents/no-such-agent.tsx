import SearchX from "lucide-react/icons/search-x";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ProblemError } from "@/lib/wire/fetch-json";
import { AgentHeader } from "./agent-header";

export function isAbsent(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.status === 404;
}

export function NoSuchAgent() {
  return (
    <>
      <AgentHeader agent={null} />
      <EmptyState
        icon={SearchX}
        title="There is no such agent"
        actions={
          <Link href="/agents" className={buttonStyle({ variant: "secondary" })}>
            Go to the agents
          </Link>
        }
      >
        The id in the address belongs to no agent.
      </EmptyState>
    </>
  );
}
