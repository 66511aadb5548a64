// A server whose lock table is small: flushes are cut to fit, and a publish that would outgrow it is refused.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateQueue } from "@/lib/queue/migrate-queue";
import { migrate } from "@/prisma/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/launch/embedded-postgres";
import { type Product, startProduct } from "./support/in-process";
import { ledgerContract } from "./support/ledger-contract";
import { makeTempDir, type TempDir } from "./support/temp-dir";

const SMALL = { max_locks_per_transaction: "10", max_connections: "25", fsync: "off" };
const MANY = 400;

let directory: TempDir;
let postgres: EmbeddedPostgres;
let product: Product;

beforeAll(async () => {
  directory = makeTempDir("locks");
  postgres = await startEmbeddedPostgres({ dataDir: join(directory.path, "postgres"), settings: SMALL });
  const databaseUrl = postgres.url("interlock");
  await migrate({ databaseUrl });
  await migrateQueue({ databaseUrl, redisUrl: null });
  product = await startProduct({ databaseUrl, worker: false });
});
afterAll(async () => {
  await product.close();
  await postgres.stop("immediate");
  directory.remove();
});

const publish = (tool: string, more = {}) =>
  product.asOperator("PUT", `/api/v1/contracts/${tool}`, ledgerContract(tool, more));

test("many at once, each under a key of its own, are all taken", async () => {
  await publish("pay", { policy: [{ then: "hold" }] });
  const ask = (n: number) =>
    product.submit({ tool: "pay", args: { orderId: `o${n}`, amount: 5 }, run: `r${n}`, step: "s" });
  const answers = await Promise.all(Array.from({ length: MANY }, (_, n) => ask(n)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 202));
});

test("a publish that would leave more derivations open than fit is refused, with what to do", async () => {
  const refused = await (async () => {
    for (let n = 1; n < 30; n += 1) {
      const aliases = { [`alias ${n}`]: "fast" };
      const fields = {
        "/orderId": { role: "identity", as: "id" },
        "/amount": { role: "material", as: "decimal" },
        "/note": { role: "material", as: "enum", values: ["fast"], aliases },
      };
      const answer = await publish("changed", { policy: [{ then: "hold" }], fields });
      if (answer.status !== 201) return answer;
      const asked = { tool: "changed", args: { orderId: `o${n}`, amount: 5 }, run: `r${n}`, step: "s" };
      expect((await product.submit(asked)).status).toBe(202);
    }
    return null;
  })();
  expect(refused).toMatchObject({ status: 409, body: { code: "too_many_derivations" } });
  expect(String(refused?.body["detail"])).toContain("max_locks_per_transaction");
});
