"use client";

import { GrantSkeleton } from "@/features/grants/grant-skeleton";
import { GrantsForOthers } from "@/features/grants/grants-for-others";
import { NewGrant, NewGrantHeader } from "@/features/grants/new/new-grant";
import { ForOperator } from "../../for-operator";

export function NewGrantScreen() {
  return (
    <ForOperator what="The form" header={<NewGrantHeader />} loading={<GrantSkeleton />}>
      {({ role }) => (role === "admin" ? <NewGrant /> : <GrantsForOthers role={role} />)}
    </ForOperator>
  );
}
