import { expect, test } from "vitest";
import { movedOnWords } from "./moved-on-words";

test("what was approved is told as what has become of it, not as what was about to", () => {
  expect(movedOnWords("succeeded").body).toBe("Exactly the args that you saw ran.");
  expect(movedOnWords("held").title).toBe("Your approval no longer counts");
  expect(movedOnWords("withdrawn").body).toBe("The agent took it back. Nothing ran.");
});
