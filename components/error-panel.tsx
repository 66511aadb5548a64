import RefreshCw from "lucide-react/icons/refresh-cw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { ProblemError } from "@/lib/wire/fetch-json";
import { Button } from "./button";
import { Notice } from "./notice";

type ErrorPanelProps = { title: string; error: unknown; retry?: () => unknown; retrying?: boolean; className?: string };

/** What failed, why, and what to do now. Looks like nothing else on the screen, least of all like an empty list. */
export function ErrorPanel({ title, error, retry, retrying = false, className }: ErrorPanelProps) {
  return (
    <Notice
      tone="bad"
      icon={TriangleAlert}
      role="alert"
      title={title}
      className={className}
      actions={
        retry && (
          <Button busy={retrying} onClick={() => retry()}>
            {!retrying && <RefreshCw aria-hidden />}
            Try again
          </Button>
        )
      }
    >
      <ErrorWords error={error} />
    </Notice>
  );
}

function ErrorWords({ error }: { error: unknown }) {
  if (!(error instanceof ProblemError)) {
    return <p>Something in this page went wrong. Reload it; if that does not help, tell whoever runs Interlock.</p>;
  }
  const { correctiveAction, code } = error.problem;
  return (
    <>
      <p>{error.message}</p>
      <p>{correctiveAction}</p>
      <p className="mt-1 font-mono text-xs">{code}</p>
    </>
  );
}
