"use client";

import { OperatorHeader } from "@/features/operators/operator-header";
import { OperatorSkeleton } from "@/features/operators/operator-skeleton";
import { OperatorView } from "@/features/operators/operator-view";
import { OperatorsForOthers } from "@/features/operators/operators-for-others";
import { ForOperator } from "../../for-operator";

export function OperatorScreen({ id }: { id: string }) {
  return (
    <ForOperator
      what="This operator"
      header={<OperatorHeader operator={null} isSelf={false} />}
      loading={<OperatorSkeleton />}
    >
      {(self) =>
        self.role === "admin" ? <OperatorView id={id} self={self} /> : <OperatorsForOthers role={self.role} />
      }
    </ForOperator>
  );
}
