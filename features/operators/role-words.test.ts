import { expect, test } from "vitest";
import { ROLES, roleLabel, selfWarning } from "./role-words";

test("every role is explained by what it does", () => {
  expect(ROLES.map(({ meaning }) => meaning.split(":")[0])).toEqual(["Looks", "Decides", "Manages"]);
  expect(roleLabel("approver")).toBe("Approver");
});

test("whoever lowers their own role is told that there is no way back, and nobody else", () => {
  expect(selfWarning("admin", "viewer")).toMatch(/cannot take this back/);
  expect(selfWarning("admin", "approver")).toMatch(/As an approver/);
  expect(selfWarning("admin", "admin")).toBeNull();
});
