"use client";

import Download from "lucide-react/icons/download";
import { Button } from "@/components/button";
import { useDialog } from "@/components/use-dialog";
import type { ExportProps } from "./export-dialog";

const fetchDialog = () => import("./export-dialog");

export function ExportButton(props: ExportProps) {
  const { dialog, opener, control } = useDialog(fetchDialog, false);
  return (
    <>
      <Button {...opener} variant="ghost" className="-mr-3">
        <Download aria-hidden />
        Export
      </Button>
      {dialog && <dialog.ExportDialog {...props} {...control} />}
    </>
  );
}
