"use client";

import { Operators } from "@/features/operators/operators";
import { OperatorsForOthers } from "@/features/operators/operators-for-others";
import { OperatorsSkeleton } from "@/features/operators/operators-skeleton";
import { ForOperator } from "../for-operator";

/** Two features meet here: who looks, and who is looked at. */
export function OperatorsScreen() {
  return (
    <ForOperator loading={<OperatorsSkeleton />}>
      {(self) => (self.role === "admin" ? <Operators self={self} /> : <OperatorsForOthers role={self.role} />)}
    </ForOperator>
  );
}
