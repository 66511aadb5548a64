/** What OpenAPI says of grants; all of it needs the role admin. */
import {
  CreatedGrantDto,
  GrantBody,
  GrantDto,
  GrantListDto,
  GrantListQuery,
  GrantUseListDto,
  GrantUseListQuery,
} from "@/lib/wire/grant";
import type { Operation } from "./operation";

const GRANTS = "/api/v1/grants";
const GRANT = "/api/v1/grants/{id}";

export const GRANT_OPERATIONS: Operation[] = [
  {
    method: "post",
    path: GRANTS,
    summary: "Give a standing approval, pinned to argument values (role admin)",
    who: "operator",
    body: GrantBody,
    answers: {
      201: {
        description: "The grant; it counts from the next submission on.",
        schema: CreatedGrantDto,
        headers: ["Location"],
      },
    },
    problems: [404, 409, 422],
  },
  {
    method: "get",
    path: GRANTS,
    summary: "The grants, newest first (role admin)",
    who: "operator",
    query: GrantListQuery,
    answers: { 200: { description: "A page of grants.", schema: GrantListDto } },
  },
  {
    method: "get",
    path: GRANT,
    summary: "One grant with what was used of it (role admin)",
    who: "operator",
    answers: { 200: { description: "The grant.", schema: GrantDto } },
  },
  {
    method: "get",
    path: `${GRANT}/uses`,
    summary: "Every use of a grant, newest first (role admin)",
    who: "operator",
    query: GrantUseListQuery,
    answers: { 200: { description: "A page of uses.", schema: GrantUseListDto } },
  },
  {
    method: "delete",
    path: GRANT,
    summary: "Revoke a grant at once (role admin)",
    who: "operator",
    answers: { 204: { description: "Revoked, now or before." } },
  },
];
