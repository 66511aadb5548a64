import type { AgentDirectory } from "@/lib/application/agent-directory";
import type { OnUse } from "@/lib/application/authenticate";
import type { ChangeFeed } from "@/lib/application/change-feed";
import type { JumpsAt } from "@/lib/application/clock-watch";
import type { ContractCatalog } from "@/lib/application/contract-catalog";
import type { CatchUp } from "@/lib/application/history/catch-up";
import type { ReadIntent } from "@/lib/application/read-intents";
import type { ReplayContract } from "@/lib/application/replay-contract";
import type { RestingView } from "@/lib/application/resting-view";
import type { SignedIn } from "@/lib/application/sign-in";
import type { SubmitInput, Submitted } from "@/lib/application/submit-intent";
import type { Waiters } from "@/lib/application/wait-for-end";
import type { SealKey } from "@/lib/domain/audit/seal-key";
import type { IdPrefix } from "@/lib/domain/id";
import type { SecretBox } from "@/lib/domain/secret-box";
import type { Database } from "@/lib/store/database";

/** Everything the API needs from the process that serves it. */
export type ApiDeps = {
  db: Database;
  jumpsAt: JumpsAt;
  catalog: ContractCatalog;
  /** Before history is read. */
  catchUp: CatchUp;
  newId: (prefix: IdPrefix) => string;
  now: () => number;
  agents: AgentDirectory;
  readIntent: ReadIntent;
  replayContract: ReplayContract;
  submitIntent: (input: SubmitInput) => Promise<Submitted>;
  signIn: (email: string, password: string) => Promise<SignedIn>;
  credentialUsed: OnUse;
  waiters: Waiters;
  resting: Pick<RestingView, "latest" | "fresh">;
  changes: Pick<ChangeFeed, "listen">;
  wake: (intentIds: string[]) => void;
  announce: (intentIds: string[]) => void;
  webhookSecrets: SecretBox;
  /** The public half of what seals are made with. */
  sealKey: Pick<SealKey, "keyId" | "pem">;
  /** Origins that agents' callbacks may go to. */
  callbacks: string[];
  publicUrl: string;
  /** In Prometheus's text format. */
  renderMetrics: () => Promise<string>;
  /** INTERLOCK_METRICS_TOKEN: a scraper that presents it may read them; null: only operators may. */
  metricsToken: string | null;
  /** A submission was answered with a problem of this code. Must not throw. */
  onSubmissionRefused: (code: string) => void;
  onError: (error: unknown, where: string) => void;
};
