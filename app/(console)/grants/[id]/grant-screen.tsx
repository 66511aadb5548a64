"use client";

import { GrantHeader } from "@/features/grants/grant-header";
import { GrantSkeleton } from "@/features/grants/grant-skeleton";
import { GrantView } from "@/features/grants/grant-view";
import { GrantsForOthers } from "@/features/grants/grants-for-others";
import { ForOperator } from "../../for-operator";

export function GrantScreen({ id }: { id: string }) {
  return (
    <ForOperator what="This grant" header={<GrantHeader grant={null} />} loading={<GrantSkeleton />}>
      {({ role }) => (role === "admin" ? <GrantView id={id} /> : <GrantsForOthers role={role} />)}
    </ForOperator>
  );
}
