"use client";

import type { ReactNode } from "react";
import { CodeBlock } from "@/components/code-block";
import { CopyButton } from "@/components/copy-button";
import { Disclosure } from "@/components/disclosure";
import { ShownOnce } from "@/components/shown-once";
import { curlCheck, curlSubmit } from "./curl";

type NewKeyProps = {
  issued: { key: string; webhookSecret: string };
  /** One that the agent may use. */
  tool: string | undefined;
  children?: ReactNode;
  onDone: () => void;
};

/** A key that was just made, with everything that needs it. */
export function NewKey({ issued: { key, webhookSecret }, tool, children, onDone }: NewKeyProps) {
  const { origin } = window.location;
  return (
    <ShownOnce
      title="Shown this once"
      secrets={[
        { name: "Key", what: "the key", value: key },
        {
          name: "Webhook secret",
          what: "the webhook secret",
          value: webhookSecret,
          hint: "What callbacks to this agent are signed with while the key works (Standard Webhooks).",
        },
        {
          name: "See that it works",
          what: "the command that tries the key",
          value: curlCheck(origin, key),
          hint: "Reads one intent and changes nothing.",
        },
      ]}
      onDone={onDone}
    >
      <SubmitExample code={curlSubmit(origin, key, tool)} />
      {children}
    </ShownOnce>
  );
}

function SubmitExample({ code }: { code: string }) {
  return (
    <Disclosure summary="How it submits an intent">
      <div className="flex items-start">
        <CodeBlock
          code={code}
          label="An intent with curl; the tool’s args are to be put in"
          className="min-w-0 flex-1"
        />
        <span className="p-0.5">
          <CopyButton text={code} what="the command that submits" />
        </span>
      </div>
    </Disclosure>
  );
}
