"use client";

import CirclePause from "lucide-react/icons/circle-pause";
import CirclePlay from "lucide-react/icons/circle-play";
import { Button } from "@/components/button";
import { useCommands } from "@/components/commands";
import { useDialog } from "@/components/use-dialog";
import type { PausePlace } from "./pause-place";
import { pauseWords, resumeMeans } from "./pause-words";
import type { UsedPause } from "./use-pause";

const fetchPauseDialog = () => import("./pause-dialog");
const fetchConfirmDialog = () => import("@/components/confirm-dialog");

type SwitchProps = { place: PausePlace; change: UsedPause; className?: string };

export function PauseButton({ place, change, className }: SwitchProps) {
  const { dialog, opener, control } = useDialog(fetchPauseDialog, change.isPending);
  useCommands([
    { id: `pause ${place.covers}`, label: `${pauseWords(place).pauseTitle}…`, group: "Tools", run: opener.onClick },
  ]);
  return (
    <>
      <Button {...opener} busy={change.isPending} className={className}>
        {!change.isPending && <CirclePause aria-hidden />}
        {pauseWords(place).pauseTitle}…
      </Button>
      {dialog && (
        <dialog.PauseDialog
          {...control}
          place={place}
          onPause={(reason) => change.mutate({ action: "pause", reason })}
        />
      )}
    </>
  );
}

export function ResumeButton({ place, change, className }: SwitchProps) {
  const { dialog, opener, control } = useDialog(fetchConfirmDialog, change.isPending);
  const { resumeTitle } = pauseWords(place);
  useCommands([{ id: `resume ${place.covers}`, label: `${resumeTitle}…`, group: "Tools", run: opener.onClick }]);
  return (
    <>
      <Button {...opener} busy={change.isPending} className={className}>
        {!change.isPending && <CirclePlay aria-hidden />}
        {resumeTitle}…
      </Button>
      {dialog && (
        <dialog.ConfirmDialog
          {...control}
          title={resumeTitle}
          consequence={resumeMeans(place)}
          verb={resumeTitle}
          variant="primary"
          onConfirm={() => change.mutate({ action: "resume" })}
        />
      )}
    </>
  );
}
