/** The body of a refund that no other test asks for: up to 50 USD clears by itself, above waits for a person. */
export function makeRefund(amount: number) {
  const mark = crypto.randomUUID().slice(0, 8);
  const paymentId = `pay_${mark}`;
  return {
    paymentId,
    body: {
      tool: "refund_payment",
      run: `run_${mark}`,
      step: "refund",
      args: { paymentId, amount, currency: "USD", reason: "requested" },
    },
  };
}

/** A held intent has no end to wait for. */
export const NO_WAIT = { prefer: "wait=0" };
