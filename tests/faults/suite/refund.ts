/** One that the demo's policy clears by itself. */
export const refund = (paymentId: string) => ({
  tool: "refund_payment",
  args: { paymentId, amount: 5 },
  run: paymentId,
  step: "s",
});
