"use client";

import { ListSkeleton } from "@/components/list-skeleton";
import { Grants } from "@/features/grants/grants";
import { GrantsForOthers } from "@/features/grants/grants-for-others";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and what is looked at. */
export function GrantsScreen() {
  return (
    <ForOperator loading={<ListSkeleton what="the grants" />}>
      {({ role }) => (role === "admin" ? <Grants /> : <GrantsForOthers role={role} />)}
    </ForOperator>
  );
}
