import { clsx } from "clsx";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { Freshness } from "@/components/freshness";
import { PageHeader } from "@/components/page-header";
import type { IntentDto } from "@/lib/wire/intent";
import { StateBadge } from "../words/state-badge";
import { STATE_WORDS } from "../words/state-words";

type IntentHeaderProps = { intent: IntentDto; updatedAt: number; isFailing: boolean } | { intent: null };

export function IntentHeader(props: IntentHeaderProps) {
  const { intent } = props;
  return (
    <PageHeader
      title={
        <div className="flex min-w-0 items-center gap-2">
          <Link
            href="/intents"
            aria-label="All intents"
            className={clsx(buttonStyle({ variant: "ghost", size: "icon" }), "-ml-2")}
          >
            <ArrowLeft aria-hidden />
          </Link>
          <h1 className="min-w-0 truncate font-semibold text-base text-ink">{intent?.title ?? "Intent"}</h1>
        </div>
      }
    >
      {props.intent && (
        <>
          <div role="status" aria-label="State" className="flex min-w-0 items-center gap-2">
            <StateBadge state={props.intent.state} />
            <span className="text-ink-soft max-lg:sr-only">{STATE_WORDS[props.intent.state].meaning}</span>
          </div>
          <Freshness updatedAt={props.updatedAt} state={props.isFailing ? "failing" : "live"} className="ml-auto" />
        </>
      )}
    </PageHeader>
  );
}
