/** What OpenAPI says of contracts that wait for people, and of the check before one is sent. */
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { PublishedDto } from "@/lib/wire/contract";
import {
  ConfirmBody,
  ContractCheckDto,
  ProposalListDto,
  ProposalListQuery,
  ProposalTextDto,
  ProposedDto,
} from "@/lib/wire/proposal";
import { JSON_TYPE, type Operation } from "./operation";

const CONTRACT = "/api/v1/contracts/{tool}";
const PROPOSALS = `${CONTRACT}/proposals`;
const PROPOSAL = `${PROPOSALS}/{id}`;

export const PROPOSAL_OPERATIONS: Operation[] = [
  {
    method: "post",
    path: `${CONTRACT}/check`,
    summary: "What publishing a contract would refuse, warn of and ask for; changes nothing",
    who: "operator",
    body: ContractDefinition,
    bodyTypes: [JSON_TYPE, "application/yaml"],
    answers: { 200: { description: "It may be published.", schema: ContractCheckDto } },
    problems: [415, 422],
  },
  {
    method: "get",
    path: PROPOSALS,
    summary: "What was proposed for a tool, newest first",
    who: "operator",
    query: ProposalListQuery,
    answers: { 200: { description: "A page of proposals.", schema: ProposalListDto } },
  },
  {
    method: "get",
    path: PROPOSAL,
    summary: "One proposal, with its text",
    who: "operator",
    answers: { 200: { description: "The proposal.", schema: ProposalTextDto } },
  },
  {
    method: "post",
    path: `${PROPOSAL}/confirm`,
    summary: "Confirm what somebody else wants to publish",
    who: "operator",
    body: ConfirmBody,
    answers: {
      201: { description: "Enough people agree: a new version, active now.", schema: PublishedDto },
      202: {
        description: "Confirmed; more people must.",
        schema: ProposedDto,
        headers: ["Location"],
      },
    },
    problems: [409, 412, 422],
  },
  {
    method: "delete",
    path: PROPOSAL,
    summary: "Take a proposal back that waits for people",
    who: "operator",
    answers: { 204: { description: "It is no longer open; nothing was published." } },
  },
];
