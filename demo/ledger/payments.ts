import { createHash } from "node:crypto";
import type { EffectStore } from "./effects";
import type { Answer } from "./exchange";

/** Every id is a payment: what it was worth follows from the id, what is left of it from the refunds on record. */
export function lookUpPayment(store: EffectStore, id: string): Answer {
  const hash = createHash("sha256").update(id).digest();
  const amount = 20 + (hash.readUInt16BE(0) % 480);
  const refunds = store.list({ route: "/refunds" }).filter(({ body }) => String(body["paymentId"]).trim() === id);
  const refunded = refunds.reduce((sum, { body }) => sum + readAmount(body["amount"]), 0);
  const body = {
    id,
    object: "payment",
    amount,
    currency: "USD",
    refunded,
    balance: amount - refunded,
    refunds: refunds.map((refund) => refund.id),
  };
  return { status: 200, body };
}

/** Callers send 80, "80.00" or "$80". This is a display figure; the ledger decides nothing by it. */
function readAmount(value: unknown): number {
  const amount = Number(String(value).replace(/[^0-9.-]/g, ""));
  return Number.isFinite(amount) ? amount : 0;
}
