"use client";

import TriangleAlert from "lucide-react/icons/triangle-alert";
import Link from "next/link";
import { AgentText } from "@/components/agent-text";
import { AnswerNotice } from "@/components/answer-notice";
import { Button, buttonStyle } from "@/components/button";
import { Notice } from "@/components/notice";
import type { CreatedGrantDto } from "@/lib/wire/grant";
import { GrantSentence } from "../grant-row";

/** What was given, and what the server wants known about it. */
export function Given({ grant, onAgain }: { grant: CreatedGrantDto; onAgain: () => void }) {
  return (
    <div className="flex max-w-3xl flex-col gap-4 p-4 md:p-6">
      <AnswerNotice
        isSuccess
        words={{ tone: "good", title: "The grant is given", body: "It counts from the next submission on." }}
      />
      {grant.warnings.length > 0 && (
        <Notice tone="warn" icon={TriangleAlert} title="Think about this">
          {grant.warnings.map((warning) => (
            <AgentText key={warning} text={warning} />
          ))}
        </Notice>
      )}
      <p className="rounded-lg border px-4 py-3.5 text-base text-ink [overflow-wrap:anywhere]">
        <GrantSentence grant={grant} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Link href={`/grants/${encodeURIComponent(grant.id)}`} className={buttonStyle({ variant: "primary" })}>
          Show the grant
        </Link>
        <Button onClick={onAgain}>Give another</Button>
      </div>
    </div>
  );
}
