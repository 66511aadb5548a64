"use client";

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { Field, Textarea } from "@/components/field";
import { Notice } from "@/components/notice";
import type { AuditKeyListDto } from "@/lib/wire/audit";
import { compareKeys } from "./compare-keys";

export function KeyCompare({ keys }: { keys: AuditKeyListDto["items"] }) {
  const [kept, setKept] = useState("");
  const compared = compareKeys(kept, keys);
  return (
    <div className="space-y-3">
      <Field label="Compare with the key that you keep" hint="Paste it: it is compared here and sent nowhere.">
        {(control) => (
          <Textarea
            {...control}
            className={`${control.className} font-mono md:text-xs`}
            spellCheck={false}
            autoComplete="off"
            placeholder="-----BEGIN PUBLIC KEY-----"
            value={kept}
            onChange={(event) => setKept(event.target.value)}
          />
        )}
      </Field>
      <div role="status">
        {compared && (
          <Notice
            tone={compared.tone}
            icon={compared.tone === "good" ? CircleCheck : TriangleAlert}
            title={compared.title}
          >
            {compared.body}
          </Notice>
        )}
      </div>
    </div>
  );
}
