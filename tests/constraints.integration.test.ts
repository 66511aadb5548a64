// What the database itself refuses, whatever code writes.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, startProduct } from "./support/in-process";

let product: Product;
let client: pg.Client;
let held: string;
let done: string;

beforeAll(async () => {
  product = await startProduct();
  client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const submit = (paymentId: string, amount: number) =>
    product.submit(
      { tool: "refund_payment", args: { paymentId, amount }, run: paymentId, step: "s" },
      { prefer: "wait=10" },
    );
  done = String((await submit("done", 5)).body["id"]);
  held = String(
    (await product.submit({ tool: "refund_payment", args: { paymentId: "held", amount: 99 }, run: "h", step: "s" }))
      .body["id"],
  );
});
afterAll(async () => {
  await client.end();
  await product.close();
});

test.each([
  ["L9: an event is not changed", "update journal set type = 'other'", "never changed"],
  ["L9: an event is not removed", "delete from journal", "never changed"],
  ["L9: events are not truncated", "truncate journal", "never changed"],
  ["a published contract version is not changed", "update contract_versions set source = ''", "never changed"],
  [
    "L3: nothing is clear to run without a decision",
    "update intents set state = 'cleared', due_at = now(), hold_expires_at = null where id = :held",
    "decided_args_run",
  ],
  [
    "L3: decided args are the args that run",
    "update intents set state = 'cleared', due_at = now(), hold_expires_at = null, cleared_by = '{}', decided_digest = 'other' where id = :held",
    "decided_args_run",
  ],
  ["a held intent has an expiry", "update intents set hold_expires_at = null where id = :held", "held_has_its_hold"],
  [
    "an execution has a lease",
    "update intents set state = 'executing', due_at = now(), hold_expires_at = null, cleared_by = '{}', decided_digest = args_digest where id = :held",
    "executing_has_a_lease",
  ],
  [
    "what has ended has an end",
    "update intents set state = 'expired', hold_expires_at = null where id = :held",
    "ended_has_an_end",
  ],
  ["a success has an effect id", "update intents set effect_id = null where id = :done", "effect_has_an_id"],
  [
    "L1: a key names one intent",
    `do $$ declare names text := (select string_agg(column_name, ', ') from information_schema.columns
       where table_name = 'intents' and column_name not in ('id', 'ended_as', 'denied_until', 'came_to_nothing'));
     begin execute format('insert into intents (id, %1$s) select ''int_copy'', %1$s from intents where id = %2$L', names, :done); end $$`,
    "intents_",
  ],
  ["what may run is due", "update intents set due_at = now() where id = :done", "due_while_it_may_run"],
  ["only a doubt is asked about", "update intents set probe_at = now() where id = :held", "doubt_has_a_start"],
  ["only of a doubt something is said", "update intents set doubt = '{}' where id = :held", "said_while_in_doubt"],
  ["only what failed says why", "update intents set failure = '{}' where id = :done", "failed_says_why"],
  [
    "a no has a reason",
    "update intents set state = 'denied', hold_expires_at = null, ended_at = now(), window_ends_at = now() where id = :held",
    "no_needs_a_reason",
  ],
  [
    "what goes on has no successor",
    "update intents set successor_id = 'x' where id = :held",
    "successor_after_the_end",
  ],
  ["a fence is never below zero", "update intents set fence = -1 where id = :held", "counts_from_one"],
  ["an unknown effect does not exist", "update intents set effect = 'other' where id = :held", "check"],
  ["an unknown state does not exist", "update intents set state = 'lost' where id = :held", "check"],
])("%s", async (_title, sql, message) => {
  const query = sql.replace(":held", `'${held}'`).replace(":done", `'${done}'`);
  await expect(client.query(query)).rejects.toThrow(message);
  // As a CHECK of that name would: what maps errors sees no difference.
  if (/^[a-z]+(_[a-z]+)+$/.test(message) && message !== "intents_")
    await expect(client.query(query)).rejects.toMatchObject({ code: "23514", constraint: message, table: "intents" });
});
