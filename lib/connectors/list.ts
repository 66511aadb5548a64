/**
 * One page of what the downstream says happened, asked for the way effects are sent: listed origins only, secrets in the
 * worker only, no redirects, a bounded answer, one request. It never throws: what it cannot read says why.
 */
import type { CompiledContract } from "@/lib/domain/contract/compile-contract";
import type { List } from "@/lib/domain/contract/execute";
import type { JsonValue } from "@/lib/domain/json";
import { parseUrl } from "@/lib/domain/url";
import { classifyError } from "./classify";
import type { ConnectorSettings } from "./connector";
import { keepable } from "./http";
import { type Answer, readAnswer } from "./read-answer";
import { makeRedactor } from "./redact";
import { refusedToSend } from "./refusals";
import { buildAddress, buildHeaders, egressOf, requireAllowed } from "./request";
import { type Built, makeTransport } from "./transport";

export type PageWanted = {
  contract: CompiledContract;
  fromMs: number;
  toMs: number;
  /** What the page before named as the next one; null: the first. */
  next: string | null;
  signal: AbortSignal;
};
export type PageAnswer =
  | { kind: "page"; body: JsonValue }
  /** It may work in a while; `retryAfterMs` where the downstream says when. */
  | { kind: "later"; why: string; retryAfterMs: number | null }
  | { kind: "failed"; why: string };
export type Lister = { ask(wanted: PageWanted): Promise<PageAnswer>; close(): Promise<void> };

const PAGE_TIMEOUT_MAX_MS = 30_000;
const UNIX_MS = 1_000;

export function makeLister(settings: ConnectorSettings): Lister {
  const transport = makeTransport(egressOf(settings), settings);
  const redact = makeRedactor(settings.secrets);

  async function ask(wanted: PageWanted): Promise<PageAnswer> {
    const { list } = wanted.contract.definition.execute;
    if (list === undefined) return { kind: "failed", why: "no_list" };
    let built: Built;
    try {
      built = build(settings, wanted, list);
    } catch (error) {
      if (error instanceof OtherOriginError) return { kind: "failed", why: "other_origin" };
      return { kind: "failed", why: codeOf(refusedToSend(error, redact).outcome) };
    }
    const timeoutMs = Math.min(wanted.contract.terms.timeoutMs, PAGE_TIMEOUT_MAX_MS);
    const signal = AbortSignal.any([wanted.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const sent = await transport.send(built, { signal, timeoutMs, mayStillSend: () => true });
      return judge(keepable(await readAnswer(sent), redact));
    } catch (error) {
      const outcome = classifyError(error, signal.aborted);
      const isOurs = outcome.class === "configuration";
      return isOurs
        ? { kind: "failed", why: codeOf(outcome) }
        : { kind: "later", why: codeOf(outcome), retryAfterMs: null };
    }
  }
  return { ask, close: transport.close };
}

function build(settings: ConnectorSettings, wanted: PageWanted, list: List): Built {
  const { config, secrets } = settings;
  const listing = listingNames(wanted, list);
  const values = { args: {}, key: "", intentId: "", config, secrets, secretsUsed: new Set<string>(), listing };
  const first = buildAddress(list.url, values);
  const isByUrl = list.next !== undefined && "url" in list.next;
  const url = isByUrl && wanted.next !== null ? followed(first, wanted.next) : first;
  const headers = buildHeaders(list.headers, values);
  requireAllowed(settings, url, values);
  return { method: list.method, url, headers, body: null };
}

function listingNames({ fromMs, toMs, next }: PageWanted, list: List): Record<string, string | null> {
  const by = list.next ?? {};
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    fromUnix: String(Math.floor(fromMs / UNIX_MS)),
    toUnix: String(Math.ceil(toMs / UNIX_MS)),
    cursor: "cursor" in by ? next : null,
    page: "page" in by ? (next ?? String(by.page)) : null,
  };
}

/** The downstream names it, so it leads nowhere but to the downstream: our credentials go along. */
function followed(first: URL, next: string): URL {
  const url = parseUrl(next, first);
  if (url === null || url.origin !== first.origin || url.username !== "" || url.password !== "") {
    throw new OtherOriginError("The listing's next page is not at its own origin.");
  }
  return url;
}

class OtherOriginError extends Error {
  override name = "OtherOriginError";
}

function judge(answer: Answer): PageAnswer {
  const { status, body, truncated, retryAfterMs } = answer;
  if (truncated) return { kind: "failed", why: "page_too_large" };
  if (status === 200) return body === undefined ? { kind: "failed", why: "no_items" } : { kind: "page", body };
  const why = `downstream_${status}`;
  const mayPass = status >= 500 || status === 408 || status === 499 || status === 425 || status === 429;
  return mayPass ? { kind: "later", why, retryAfterMs } : { kind: "failed", why };
}

function codeOf(outcome: object): string {
  const { failure } = outcome as { failure?: { code: string } };
  return failure?.code ?? "unknown";
}
