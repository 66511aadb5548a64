/**
 * The four things this agent can want, each as one action that it can put into words again and again. `phrase` never
 * gives quite the same args twice, as a model would not, and always means the same; `changed` means something else.
 */
import type { Random } from "./random";

export type Args = Record<string, unknown>;

export interface Action {
  tool: string;
  /** the argument that names the thing in the world; the ledger's effects are counted by it */
  subject: { field: string; value: string };
  summary: string;
  phrase(random: Random): Args;
  changed?(random: Random): Args;
}

export interface ActionNames {
  tag: string;
  number: number;
}

const NOTES = [
  "Customer asked for a refund.",
  "Refund requested by the customer in chat.",
  "customer wants their money back, item arrived broken",
  "Per the conversation above, refunding this payment.",
  "As discussed: give the customer their money back.",
] as const;

const DESCRIPTIONS = ["Order payment", "Your order", "Payment for your recent order", "order charge (agent)"] as const;

const BODIES = [
  "Hi,\n\nyour order is on its way.\n\nBest regards",
  "Hello! Good news: the order has been shipped and should arrive soon.",
  "Dear customer, we are happy to tell you that your parcel left our warehouse today.",
  "Quick update: shipped! Let us know if anything is missing.",
] as const;

const TITLES = ["Sync", "Catch-up", "Weekly sync", "Sync (booked by the assistant)"] as const;

export function refund(names: ActionNames, amount: number): Action {
  const paymentId = idOf("pay", names);
  const phrase = (random: Random, dollars: number) =>
    reorder(random, {
      paymentId: random.pick([paymentId, paymentId, `${paymentId}\n`]),
      amount: writeDollars(random, dollars),
      ...random.pick<Args>([{ currency: "USD" }, {}]),
      reason: random.pick(["requested", "Requested", "requested by customer"]),
      note: random.pick(NOTES),
    });
  return {
    tool: "refund_payment",
    subject: { field: "paymentId", value: paymentId },
    summary: `refund $${amount}`,
    phrase: (random) => phrase(random, amount),
    changed: (random) => phrase(random, amount + random.between(1, 5)),
  };
}

export function charge(names: ActionNames, amount: number): Action {
  const orderId = idOf("ord", names);
  const phrase = (random: Random, dollars: number) =>
    reorder(random, {
      orderId,
      customerId: idOf("cus", names),
      amount: writeDollars(random, dollars),
      currency: "USD",
      description: random.pick(DESCRIPTIONS),
    });
  return {
    tool: "charge_card",
    subject: { field: "orderId", value: orderId },
    summary: `charge $${amount}`,
    phrase: (random) => phrase(random, amount),
    changed: (random) => phrase(random, amount + random.between(1, 5)),
  };
}

export function email(names: ActionNames, who: string, to: string): Action {
  const about = idOf("tkt", names);
  const [user, domain] = to.split("@");
  return {
    tool: "send_email",
    subject: { field: "about", value: about },
    summary: `e-mail ${who}`,
    phrase: (random) =>
      reorder(random, {
        to: random.pick([to, to, `${user}@${domain?.toUpperCase()}`]),
        about,
        subject: random.pick(["Your order has shipped", "your order has  shipped", "Your Order Has Shipped"]),
        body: random.pick(BODIES),
      }),
  };
}

export function booking(names: ActionNames): Action {
  const calendar = idOf("cal", names);
  const hour = 8 + (names.number % 8);
  const at = (offset: number, zone: string) => `2027-03-01T${String(hour + offset).padStart(2, "0")}:00:00${zone}`;
  return {
    tool: "book_meeting",
    subject: { field: "calendar", value: calendar },
    summary: "book a meeting",
    phrase: (random) =>
      reorder(random, {
        calendar,
        startAt: random.pick([at(0, "Z"), at(1, "+01:00"), at(-5, "-05:00"), at(0, "Z").replace("T", " ")]),
        durationMinutes: random.pick<unknown>([30, "30"]),
        attendees: random.shuffle(["ana@example.com", "bo@example.com", "chris@example.com"]),
        title: random.pick(TITLES),
      }),
  };
}

function idOf(prefix: string, { tag, number }: ActionNames): string {
  return `${prefix}_${tag}_${String(number).padStart(2, "0")}`;
}

function writeDollars(random: Random, dollars: number): number | string {
  return random.pick<number | string>([dollars, `${dollars}`, `$${dollars}`, dollars.toFixed(2), `USD ${dollars}.00`]);
}

/** JSON objects have no order; a model's have a new one every time. */
function reorder(random: Random, args: Args): Args {
  return Object.fromEntries(random.shuffle(Object.entries(args)));
}
