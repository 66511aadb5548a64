"use client";

import Scale from "lucide-react/icons/scale";
import Upload from "lucide-react/icons/upload";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { useDialog } from "@/components/use-dialog";
import type { OperatorDto } from "@/lib/wire/session";

const fetchStart = () => import("./start-dialog");
const fetchUpload = () => import("./upload-dialog");

/** Both open a question; what is asked there is loaded when a button is pointed at. */
export function StartButtons({ role, tool }: { role: OperatorDto["role"] | null; tool: string | null }) {
  const start = useDialog(fetchStart, false);
  const upload = useDialog(fetchUpload, false);
  const isAllowed = role === "approver" || role === "admin";
  useCommands(
    isAllowed
      ? [
          { id: "compare", label: "Compare a tool now…", group: "Reconciliations", run: start.opener.onClick },
          { id: "upload", label: "Upload a statement…", group: "Reconciliations", run: upload.opener.onClick },
        ]
      : [],
  );
  if (role === "viewer") {
    return <p className="text-ink-faint text-sm md:ml-auto">Approvers and admins start one; you may look.</p>;
  }
  if (!isAllowed) return null;
  return (
    <span className="flex flex-wrap gap-2 md:ml-auto">
      <Button {...upload.opener}>
        <Upload aria-hidden />
        Upload a statement…
      </Button>
      <Button variant="primary" {...start.opener}>
        <Scale aria-hidden />
        Compare now…
      </Button>
      {start.dialog && <start.dialog.StartDialog {...start.control} tool={tool} />}
      {upload.dialog && <upload.dialog.UploadDialog {...upload.control} tool={tool} />}
    </span>
  );
}
