// What a working day looks like: agents that ask, ask again and change their minds, and a ledger that loses an answer.
import type { Demo } from "@/tests/support/launched-product";

export type Filled = { /** Held, with another amount asked for since. */ drifted: string; doubtful: string };

type Body = Record<string, unknown>;
type Intent = { id: string; argsDigest: string; state: string };

const SETTLE_MAX_MS = 30_000;

export async function fill(demo: Demo): Promise<Filled> {
  const ask = (body: Body, wait = 5) => post<Intent>(demo, demo.agentKey, "/intents", body, { prefer: `wait=${wait}` });
  await askSmallRefunds(ask);
  await askMails(demo, ask);
  const drifted = await askRefundThatDrifts(ask);
  await ask(refund("pay_7741", 240, "run-invoice-88", "Customer was charged twice for invoice 88."), 0);
  await ask(charge("order_5512", 1_850, "run-renewals-04", "Annual plan, renewal of the team account."), 0);
  await ask(refund("pay_6120", 95.5, "run-support-302", "Item arrived damaged; photo in the ticket."), 0);
  return { drifted, doubtful: await askChargeThatIsLost(demo, ask) };
}

type Ask = (body: Body, wait?: number) => Promise<Intent>;

function refund(paymentId: string, amount: number | string, run: string, reason?: string): Body {
  return { tool: "refund_payment", run, step: "refund", args: { paymentId, amount }, ...(reason && { reason }) };
}

function charge(orderId: string, amount: number, run: string, reason: string): Body {
  return { tool: "charge_card", run, step: "charge", args: { orderId, customerId: "cus_31", amount }, reason };
}

/** Each asked for once, or several times in other words. */
async function askSmallRefunds(ask: Ask): Promise<void> {
  for (let index = 0; index < 18; index += 1) {
    const [payment, run] = [`pay_10${index + 10}`, `run-refunds-${index}`];
    for (let time = 0; time <= index % 4; time += 1) {
      await ask(refund(payment, time % 2 === 0 ? 10 + index : `$${10 + index}.00`, run, "Refund as promised."));
    }
  }
}

async function askMails(demo: Demo, ask: Ask): Promise<void> {
  const mail = (to: string, about: string) => ({
    tool: "send_email",
    run: `run-mail-${about}`,
    args: { to, about, subject: "Your refund is on its way", body: "It takes two to five days." },
    reason: "The customer wants a confirmation.",
  });
  await ask(mail("ann@example.com", "ticket-204"));
  await ask(mail("ann@example.com", "ticket-204"));
  const held = await ask(mail("ben@customer.test", "ticket-377"), 0);
  await post(demo, demo.operatorToken, `/intents/${held.id}/decisions`, {
    verdict: "deny",
    reason: "Ben asked not to be mailed; call him instead.",
  });
  await ask(mail("cho@customer.test", "ticket-391"), 0);
}

async function askRefundThatDrifts(ask: Ask): Promise<string> {
  const { id } = await ask(refund("pay_4410", 80, "run-support-288", "Customer reports a double charge."), 0);
  await ask(refund("pay_4410", "$80.00", "run-support-288", "Retrying: the first call timed out."), 0);
  await ask(refund("pay_4410", 100, "run-support-288", "Including the shipping fee this time."), 0);
  await ask(refund("pay_4410", 80, "run-support-288", "Trying again."), 0);
  return id;
}

/** Charged, and the connection cut; whoever asks about it gets no help either. */
async function askChargeThatIsLost(demo: Demo, ask: Ask): Promise<string> {
  const fault = (body: Body) => put(`${demo.ledgerUrl}/faults`, body);
  await fault({ route: "/charges", kind: "effect_then_reset", times: 1 });
  await fault({ route: "GET /charges", kind: "effect_then_500" });
  const { id } = await ask(charge("order_5498", 49, "run-renewals-03", "Monthly plan."), 10);
  const deadlineAt = Date.now() + SETTLE_MAX_MS;
  for (let state = ""; state !== "in_doubt"; ) {
    if (Date.now() > deadlineAt) throw new Error(`the charge is ${state}, and should be in doubt`);
    ({ state } = await get<Intent>(demo, `/intents/${id}`));
  }
  return id;
}

async function post<T>(demo: Demo, bearer: string, path: string, body: Body, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...more };
  return read<T>(await fetch(`${demo.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function get<T>(demo: Demo, path: string): Promise<T> {
  const headers = { authorization: `Bearer ${demo.operatorToken}`, prefer: "wait=2" };
  return read<T>(await fetch(`${demo.url}/api/v1${path}`, { headers }));
}

async function put(url: string, body: Body): Promise<void> {
  await read(await fetch(url, { method: "PUT", body: JSON.stringify(body) }));
}

async function read<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}
