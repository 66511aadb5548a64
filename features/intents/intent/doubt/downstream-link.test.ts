import { expect, test } from "vitest";
import { downstreamLink } from "./downstream-link";

const URL_ASKED = "https://ledger.test/charges?key=abc";
const TEMPLATE = "{+config.LEDGER_URL}/charges?key={key}";
const asked = { url: URL_ASKED, method: "GET" };

test("an address that no agent had a word in leads to the downstream", () => {
  expect(downstreamLink(asked, TEMPLATE)).toBe(URL_ASKED);
});

test.each([
  ["with an argument in it", asked, "{+config.LEDGER_URL}/orders/{args.orderId}"],
  ["with an argument among its parameters", asked, "{+config.LEDGER_URL}/orders{?args.orderId}"],
  ["of which a part is masked", { url: "https://ledger.test/?token=***", method: "GET" }, TEMPLATE],
  ["that was not asked with a GET", { ...asked, method: "POST" }, TEMPLATE],
  ["of another kind", { url: "javascript:alert(1)", method: "GET" }, TEMPLATE],
  ["with somebody's credentials", { url: "https://a:b@ledger.test/", method: "GET" }, TEMPLATE],
  ["that is none", { url: "ledger", method: "GET" }, TEMPLATE],
  ["that was never asked", { url: null, method: null }, TEMPLATE],
  ["of no declared probe", asked, null],
])("one %s is text", (_what, question, template) => {
  expect(downstreamLink(question, template)).toBeNull();
});
