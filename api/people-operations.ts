/** What OpenAPI says of agents and operators; all of it needs the role admin. */
import type { z } from "zod";
import {
  AgentDetailDto,
  AgentListDto,
  AgentListQuery,
  ChangeAgentBody,
  CreateAgentBody,
  CreatedAgentDto,
  NewAgentKeyDto,
  RotateKeyBody,
} from "@/lib/wire/agent";
import {
  ChangeOperatorBody,
  CreateOperatorBody,
  CreateTokenBody,
  NewOperatorTokenDto,
  OperatorAccountDto,
  OperatorListDto,
  OperatorTokenListDto,
  PeopleListQuery,
} from "@/lib/wire/operator";
import type { Operation } from "./operation";

const AGENTS = "/api/v1/agents";
const AGENT = "/api/v1/agents/{id}";
const OPERATORS = "/api/v1/operators";
const OPERATOR = "/api/v1/operators/{id}";

export const AGENT_OPERATIONS: Operation[] = [
  add(AGENTS, "Add an agent", CreateAgentBody, CreatedAgentDto),
  list(AGENTS, "The agents, newest first", AgentListQuery, AgentListDto),
  read(AGENT, "One agent with its keys", AgentDetailDto),
  change(AGENT, "Change an agent's labels, tools or mayRepeat", ChangeAgentBody, AgentDetailDto),
  remove(AGENT, "Disable an agent: its keys stop at once"),
  {
    ...issue(
      `${AGENT}/keys`,
      "Rotate an agent's key: the earlier ones work on for the overlap",
      RotateKeyBody,
      NewAgentKeyDto,
    ),
    bodyIsOptional: true,
  },
  remove(`${AGENT}/keys/{keyId}`, "Revoke a key at once"),
];

export const OPERATOR_OPERATIONS: Operation[] = [
  add(OPERATORS, "Add an operator", CreateOperatorBody, OperatorAccountDto),
  list(OPERATORS, "The operators, newest first", PeopleListQuery, OperatorListDto),
  read(OPERATOR, "One operator", OperatorAccountDto),
  change(OPERATOR, "Change an operator's name, role or password", ChangeOperatorBody, OperatorAccountDto),
  { ...remove(OPERATOR, "Disable an operator: sessions and tokens stop at once"), problems: [409] },
  issue(`${OPERATOR}/tokens`, "Give an operator a token", CreateTokenBody, NewOperatorTokenDto),
  list(`${OPERATOR}/tokens`, "An operator's tokens, newest first", PeopleListQuery, OperatorTokenListDto),
  remove(`${OPERATOR}/tokens/{tokenId}`, "Revoke a token at once"),
];

function add(path: string, what: string, body: z.ZodType, schema: z.ZodType): Operation {
  const made = { description: "Made. A secret in it is shown this once.", schema, headers: ["Location" as const] };
  return { ...forAdmins("post", path, what), body, answers: { 201: made }, problems: [409] };
}

/** A secret that cannot be read again, so it has no place of its own. */
function issue(path: string, what: string, body: z.ZodType, schema: z.ZodType): Operation {
  const made = { description: "Made. The secret in it is shown this once.", schema };
  return { ...forAdmins("post", path, what), body, answers: { 201: made }, problems: [409] };
}

function list(path: string, what: string, query: z.ZodObject, schema: z.ZodType): Operation {
  return { ...forAdmins("get", path, what), query, answers: { 200: { description: "A page of them.", schema } } };
}

function read(path: string, what: string, schema: z.ZodType): Operation {
  return { ...forAdmins("get", path, what), answers: { 200: { description: "As it is now.", schema } } };
}

function change(path: string, what: string, body: z.ZodType, schema: z.ZodType): Operation {
  const changed = { description: "As it is now.", schema };
  return { ...forAdmins("patch", path, what), body, answers: { 200: changed }, problems: [409] };
}

function remove(path: string, what: string): Operation {
  return { ...forAdmins("delete", path, what), answers: { 204: { description: "Done, now or before." } } };
}

function forAdmins(method: Operation["method"], path: string, what: string) {
  return { method, path, summary: `${what} (role admin)`, who: "operator" } as const;
}
