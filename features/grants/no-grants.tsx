import BadgeCheck from "lucide-react/icons/badge-check";
import ListFilter from "lucide-react/icons/list-filter";
import Link from "next/link";
import { Button, buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";

export function NoGrants() {
  return (
    <EmptyState
      icon={BadgeCheck}
      title="Nobody has given a standing approval"
      actions={
        <Link href="/grants/new" className={buttonStyle({ variant: "secondary" })}>
          Give one
        </Link>
      }
    >
      A grant approves in advance what is always approved: one tool, certain values, until a day that you choose. Those
      that are given appear here, with what was used of them.
    </EmptyState>
  );
}

export function NoMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No grant matches these filters"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      There may be others: the list is narrowed by state, tool or agent.
    </EmptyState>
  );
}
