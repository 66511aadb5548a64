"use client";

import type { ReactNode } from "react";
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
        {
          name: "Submit an intent",
          what: "the command that submits",
          value: curlSubmit(origin, key, tool),
          hint: "Put the tool’s args in first.",
        },
      ]}
      onDone={onDone}
    >
      {children}
    </ShownOnce>
  );
}
