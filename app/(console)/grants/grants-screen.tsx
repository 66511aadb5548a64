"use client";

import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { Grants } from "@/features/grants/grants";
import { GrantsForOthers } from "@/features/grants/grants-for-others";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and what is looked at. */
export function GrantsScreen() {
  return (
    <ForOperator
      what="The grants"
      header={<PageHeader title={<h1 className="font-semibold text-base text-ink">Grants</h1>} />}
      loading={<ListSkeleton what="the grants" />}
    >
      {({ role }) => (role === "admin" ? <Grants /> : <GrantsForOthers role={role} />)}
    </ForOperator>
  );
}
