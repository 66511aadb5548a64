import type { ContractCatalog } from "@/lib/application/contract-catalog";
import type { SignedIn } from "@/lib/application/sign-in";
import type { SubmitInput, Submitted } from "@/lib/application/submit-intent";
import type { Waiters } from "@/lib/application/wait-for-end";
import type { IdPrefix } from "@/lib/domain/id";
import type { Database } from "@/lib/store/database";

/** Everything the API needs from the process that serves it. */
export type ApiDeps = {
  db: Database;
  catalog: ContractCatalog;
  newId: (prefix: IdPrefix) => string;
  now: () => number;
  submitIntent: (input: SubmitInput) => Promise<Submitted>;
  signIn: (email: string, password: string) => Promise<SignedIn>;
  waiters: Waiters;
  wake: (intentIds: string[]) => void;
  announce: (intentIds: string[]) => void;
  publicUrl: string;
  onError: (error: unknown, where: string) => void;
};
