"use client";

import { ListSkeleton } from "@/components/list-skeleton";
import { PageHeader } from "@/components/page-header";
import { Operators } from "@/features/operators/operators";
import { OperatorsForOthers } from "@/features/operators/operators-for-others";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and who is looked at. */
export function OperatorsScreen() {
  return (
    <ForOperator
      what="The operators"
      header={<PageHeader title={<h1 className="font-semibold text-base text-ink">Operators</h1>} />}
      loading={<ListSkeleton what="the operators" />}
    >
      {(self) => (self.role === "admin" ? <Operators self={self} /> : <OperatorsForOthers role={self.role} />)}
    </ForOperator>
  );
}
