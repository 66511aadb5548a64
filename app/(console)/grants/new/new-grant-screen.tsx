"use client";

import { GrantSkeleton } from "@/features/grants/grant-skeleton";
import { GrantsForOthers } from "@/features/grants/grants-for-others";
import { NewGrant } from "@/features/grants/new/new-grant";
import { ForOperator } from "../../for-operator";

export function NewGrantScreen() {
  return (
    <ForOperator loading={<GrantSkeleton />}>
      {({ role }) => (role === "admin" ? <NewGrant /> : <GrantsForOthers role={role} />)}
    </ForOperator>
  );
}
