import { expect, test } from "vitest";
import { newWebhookSecret, notificationSecret, signWebhook, writeSecret } from "./webhook-signature";

test("a message is signed as Standard Webhooks' own example has it", () => {
  const secret = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
  const body = '{"test": 2432232314}';
  expect(signWebhook(secret, { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampS: 1_614_265_330, body })).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

test("the secret follows from the key, and from nothing else", () => {
  const secret = notificationSecret("a".repeat(44));
  expect(secret).toHaveLength(32);
  expect(notificationSecret("a".repeat(44)).equals(secret)).toBe(true);
  expect(notificationSecret("b".repeat(44)).equals(secret)).toBe(false);
  expect(writeSecret(secret)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test("while secrets are rotated, a message carries a signature of each", () => {
  const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
  const message = { id: "msg_1", timestampS: 1_614_265_330, body: "{}" };
  const both = signWebhook([older, newer], message)["webhook-signature"];
  expect(both).toBe([older, newer].map((one) => signWebhook(one, message)["webhook-signature"]).join(" "));
  expect(new Set(both?.split(" ")).size).toBe(2);
});
