"use client";

import Link from "next/link";
import { AgentLine } from "@/components/agent-text";
import { Button } from "@/components/button";
import { CopyButton } from "@/components/copy-button";
import { Fact, Facts } from "@/components/facts";
import { Instant } from "@/components/instant";
import { Panel } from "@/components/panel";
import { useDialog } from "@/components/use-dialog";
import type { OperatorAccountDto } from "@/lib/wire/operator";
import type { Tell } from "./operator-view";
import { RoleBadge } from "./role-badge";
import { ROLES } from "./role-words";

const fetchChangeDialog = () => import("./change-operator-dialog");

type OperatorAccountProps = { operator: OperatorAccountDto; isSelf: boolean; tell: Tell };

export function OperatorAccount({ operator, isSelf, tell }: OperatorAccountProps) {
  const { dialog, opener, control } = useDialog(fetchChangeDialog, false);
  const meaning = ROLES.find(({ value }) => value === operator.role)?.meaning;
  return (
    <Panel title="Account" actions={operator.disabledAt === null && <Button {...opener}>Change…</Button>}>
      <Facts>
        <Fact name="Role">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
            <RoleBadge role={operator.role} />
            <span className="text-ink-soft">{meaning}</span>
          </span>
        </Fact>
        <Fact name="E-mail">
          <AgentLine text={operator.email} />
        </Fact>
        <Fact name="Password">{passwordWords(operator)}</Fact>
        <Fact name="Created">
          <Instant at={operator.createdAt} />
        </Fact>
        <Fact name="Operator">
          <span className="min-w-0 flex-1 font-mono text-xs">{operator.id}</span>
          <CopyButton text={operator.id} what="the operator’s id" />
        </Fact>
        <Fact name="Decisions">
          <Link
            href={`/intents?operator=${encodeURIComponent(operator.id)}`}
            className="inline-flex min-h-11 items-center text-link underline-offset-2 hover:underline md:min-h-6"
          >
            Intents that they acted on
          </Link>
        </Fact>
      </Facts>
      {dialog && (
        <dialog.ChangeOperatorDialog
          {...control}
          operator={operator}
          isSelf={isSelf}
          onChanged={() => tell("change")}
        />
      )}
    </Panel>
  );
}

function passwordWords({ hasPassword, disabledAt }: OperatorAccountDto): string {
  if (!hasPassword) return "None: they cannot sign in here";
  return disabledAt === null ? "Set: they can sign in here" : "Set, and of no use any more";
}
