/**
 * Outgoing messages; the row is the outbox. A claim moves the due time past the lease, so that a message whose sender
 * died is sent again, under the same id, and never lost.
 */
import { insertRows } from "./columns";
import type { Tx } from "./database";

export type NewNotification = {
  id: string;
  kind: string;
  intentId: string | null;
  payload: Record<string, unknown>;
  createdAt: Date;
  /** Null: recorded, but there is nobody to send it to. */
  dueAt: Date | null;
};

export type DueNotification = {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  createdAt: Date;
  /** This attempt included. */
  attemptCount: number;
};

const NOTIFICATIONS = {
  id: ["id", "text"],
  kind: ["kind", "text"],
  intentId: ["intent_id", "text"],
  payload: ["payload", "json"],
  createdAt: ["created_at", "timestamptz(3)"],
  dueAt: ["due_at", "timestamptz(3)"],
} as const;

export async function insertNotifications(tx: Tx, rows: NewNotification[]): Promise<void> {
  await insertRows(tx, "notifications", NOTIFICATIONS, rows);
}

type Writer = Pick<Tx, "$queryRawUnsafe" | "$executeRawUnsafe">;

export async function claimNotifications(client: Writer, limit: number, leaseMs: number): Promise<DueNotification[]> {
  return client.$queryRawUnsafe<DueNotification[]>(
    `update notifications as n
     set attempt_count = n.attempt_count + 1, due_at = clock_timestamp() + $2::integer * interval '1 millisecond'
     from (select id from notifications where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked) as due
     where n.id = due.id
     returning n.id, n.kind, n.payload, n.created_at as "createdAt", n.attempt_count as "attemptCount"`,
    limit,
    leaseMs,
  );
}

export async function markDelivered(client: Writer, id: string): Promise<void> {
  await client.$executeRawUnsafe(
    "update notifications set delivered_at = clock_timestamp(), due_at = null, last_error = null where id = $1 and delivered_at is null",
    id,
  );
}

export type FailedNotification = { id: string; attemptCount: number; error: string; retryInMs: number | null };

/** Only the attempt that failed may say so: a later one has its own lease. `retryInMs` null: given up. */
export async function markFailed(client: Writer, failed: FailedNotification): Promise<void> {
  await client.$executeRawUnsafe(
    `update notifications
     set last_error = $3, due_at = clock_timestamp() + $4::integer * interval '1 millisecond'
     where id = $1 and attempt_count = $2 and delivered_at is null`,
    failed.id,
    failed.attemptCount,
    failed.error,
    failed.retryInMs,
  );
}
