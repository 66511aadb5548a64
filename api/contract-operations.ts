/** What OpenAPI says of contracts. */
import * as z from "zod";
import { ContractDefinition } from "@/lib/domain/contract/definition";
import { FieldRule, NormaliserRule } from "@/lib/domain/normalise/rule";
import {
  ContractDto,
  ContractListDto,
  ContractListQuery,
  ContractVersionDetailDto,
  ContractVersionListDto,
  PublishedDto,
} from "@/lib/wire/contract";
import { ProposedDto, PublishQuery } from "@/lib/wire/proposal";
import { ReplayBody, ReplayDto, ReplayQuery } from "@/lib/wire/replay";
import { JSON_TYPE, type Operation } from "./operation";
import { PROPOSAL_OPERATIONS } from "./proposal-operations";

z.globalRegistry.add(ContractDefinition, { id: "ContractDefinition" });
z.globalRegistry.add(FieldRule, { id: "FieldRule" });
z.globalRegistry.add(NormaliserRule, { id: "NormaliserRule" });

const CONTRACTS = "/api/v1/contracts";
const CONTRACT = "/api/v1/contracts/{tool}";

export const CONTRACT_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: CONTRACTS,
    summary: "The active contracts, by tool",
    who: "operator",
    query: ContractListQuery,
    answers: { 200: { description: "A page of contracts.", schema: ContractListDto } },
  },
  {
    method: "get",
    path: CONTRACT,
    summary: "One contract with its newest versions",
    who: "operator",
    answers: { 200: { description: "The active version.", schema: ContractDto } },
  },
  {
    method: "get",
    path: `${CONTRACT}/versions`,
    summary: "Every version of a contract, newest first",
    who: "operator",
    query: ContractListQuery,
    answers: { 200: { description: "A page of versions.", schema: ContractVersionListDto } },
  },
  {
    method: "get",
    path: `${CONTRACT}/versions/{version}`,
    summary: "One version of a contract, with the text that its owner wrote",
    who: "operator",
    answers: { 200: { description: "The version.", schema: ContractVersionDetailDto } },
  },
  {
    method: "put",
    path: CONTRACT,
    summary: "Publish a contract and make it the active one (role admin)",
    who: "operator",
    query: PublishQuery,
    body: ContractDefinition,
    bodyTypes: [JSON_TYPE, "application/yaml"],
    answers: {
      200: { description: "The same contract is active already.", schema: PublishedDto },
      201: { description: "A new version, active now.", schema: PublishedDto },
      202: {
        description: "Nothing is published yet: the active version asks for more people, who confirm the proposal.",
        schema: ProposedDto,
        headers: ["Location"],
      },
    },
    problems: [409, 412, 415, 422],
  },
  {
    method: "post",
    path: `${CONTRACT}/replay`,
    summary: "Key Lab: what a changed contract would have made of recorded submissions; changes nothing",
    who: "operator",
    query: ReplayQuery,
    headers: { Accept: "`application/x-ndjson`: a stream of progress lines that ends with the result." },
    body: ReplayBody,
    bodyTypes: [JSON_TYPE, "application/yaml"],
    answers: { 200: { description: "What would be different.", schema: ReplayDto } },
    problems: [415, 422, 429],
  },
  ...PROPOSAL_OPERATIONS,
];
