import { expect, test } from "vitest";
import { readExchange } from "./read-exchange";

test("a call is read with its headers and bodies, JSON over several lines", () => {
  const { asked, answered } = readExchange({
    request: {
      method: "POST",
      url: "https://a.test/x",
      headers: { authorization: "***" },
      body: { text: '{"a":1}', isCut: false },
    },
    response: { status: 500, truncated: false, headers: {}, body: { text: "<html>", isCut: true } },
  });
  expect(asked).toEqual({
    what: "POST",
    url: "https://a.test/x",
    headers: [{ name: "authorization", value: "***" }],
    body: { text: '{\n  "a": 1\n}', isCut: false },
  });
  expect(answered).toMatchObject({ status: 500, body: { text: "<html>", isCut: true } });
});

test("a record that has only names of headers and a status is read as far as it goes", () => {
  const { asked, answered } = readExchange({
    request: { tool: "pay", headers: ["accept"] },
    response: { status: 200 },
  });
  expect(asked).toMatchObject({
    what: "MCP tool pay",
    url: null,
    headers: [{ name: "accept", value: null }],
    body: null,
  });
  expect(answered).toEqual({ status: 200, headers: [], body: null, isCut: false });
});

test.each([null, undefined, 1, "x", [], { request: null, response: null }])("%j is nothing", (exchange) => {
  expect(readExchange(exchange)).toEqual({ asked: null, answered: null });
});
