"use client";

import { ListSkeleton } from "@/components/list-skeleton";
import { Operators } from "@/features/operators/operators";
import { OperatorsForOthers } from "@/features/operators/operators-for-others";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and who is looked at. */
export function OperatorsScreen() {
  return (
    <ForOperator loading={<ListSkeleton what="the operators" />}>
      {(self) => (self.role === "admin" ? <Operators self={self} /> : <OperatorsForOthers role={self.role} />)}
    </ForOperator>
  );
}
