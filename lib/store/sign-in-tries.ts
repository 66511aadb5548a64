/** Tries to sign in, counted by address, for every web process together; by the database's clock. */
import type { Tx } from "./database";

type Client = Pick<Tx, "$queryRawUnsafe" | "$executeRawUnsafe">;

/** `since`: when its window began. */
export type TakenTry = { address: string; since: Date };
export type TriesBound = { max: number; windowMs: number };

/** What is over goes a few at a time, with the next guess: the table holds about a window's worth. */
const PRUNED_MAX = 100;

const IS_OVER = "since <= clock_timestamp() - $2 * interval '1 millisecond'";

/** Counted and compared in one step: tries made at the same time cannot pass the bound together. Null: none is left. */
export async function takeTry(client: Client, address: string, bound: TriesBound): Promise<TakenTry | null> {
  const rows = await client.$queryRawUnsafe<{ since: Date }[]>(
    `insert into sign_in_tries as t (address, count, since) values ($1, 1, clock_timestamp())
     on conflict (address) do update set
       count = case when t.${IS_OVER} then 1 else t.count + 1 end,
       since = case when t.${IS_OVER} then clock_timestamp() else t.since end
     where t.count < $3 or t.${IS_OVER}
     returning since`,
    address,
    bound.windowMs,
    bound.max,
  );
  const [row] = rows;
  return row === undefined ? null : { address, since: row.since };
}

/** A window that began since then is another's. */
export async function giveTryBack(client: Client, { address, since }: TakenTry): Promise<void> {
  await client.$executeRawUnsafe(
    "update sign_in_tries set count = count - 1 where address = $1 and since = $2 and count > 0",
    address,
    since,
  );
}

/** How long until the address has tries again. */
export async function triesBackInMs(client: Client, address: string, windowMs: number): Promise<number> {
  const [row] = await client.$queryRawUnsafe<{ ms: number }[]>(
    `select extract(epoch from since + $2 * interval '1 millisecond' - clock_timestamp())::float8 * 1000 as ms
     from sign_in_tries where address = $1`,
    address,
    windowMs,
  );
  return row?.ms ?? 0;
}

/** Rows that another process just looks at are left to it. */
export async function pruneTries(client: Client, windowMs: number): Promise<void> {
  await client.$executeRawUnsafe(
    `delete from sign_in_tries where address in (
       select address from sign_in_tries where since <= clock_timestamp() - $1 * interval '1 millisecond'
       order by since limit ${PRUNED_MAX} for update skip locked)`,
    windowMs,
  );
}
