/** What OpenAPI says of reconciliations and findings. */
import { FindingDto, FindingListDto, FindingListQuery, FindingStateBody } from "@/lib/wire/finding";
import {
  ReconciliationBody,
  ReconciliationDto,
  ReconciliationListDto,
  ReconciliationListQuery,
  RowFaultListDto,
  RowFaultListQuery,
  StatementQuery,
  StopBody,
} from "@/lib/wire/reconciliation";
import type { Operation } from "./operation";

const RUNS = "/api/v1/reconciliations";
const FINDINGS = "/api/v1/findings";

export const RECONCILIATION_OPERATIONS: Operation[] = [
  {
    method: "post",
    path: RUNS,
    summary:
      "Compare a tool's intents with what the downstream says, by its listing, its probe, or an uploaded statement (role approver)",
    who: "operator",
    query: StatementQuery,
    body: ReconciliationBody,
    uploadTypes: ["text/csv", "application/x-ndjson"],
    answers: {
      202: {
        description:
          "It runs; a statement was received as a whole, and `errors` names rows that could not be read. One without a row is refused.",
        schema: ReconciliationDto,
        headers: ["Location", "Retry-After"],
      },
    },
    problems: [404, 409, 415, 429],
  },
  {
    method: "get",
    path: RUNS,
    summary: "Reconciliations, newest first",
    who: "operator",
    query: ReconciliationListQuery,
    answers: { 200: { description: "A page of them.", schema: ReconciliationListDto } },
  },
  {
    method: "get",
    path: `${RUNS}/{id}`,
    summary: "How far it is, and what it has found",
    who: "operator",
    answers: { 200: { description: "The reconciliation.", schema: ReconciliationDto } },
  },
  {
    method: "get",
    path: `${RUNS}/{id}/errors`,
    summary: "Rows that could not be read, by line; of a finished one the first 1,000",
    who: "operator",
    query: RowFaultListQuery,
    answers: { 200: { description: "A page of them.", schema: RowFaultListDto } },
  },
  {
    method: "post",
    path: `${RUNS}/{id}/stop`,
    summary: "Stop it; what it found stays (role approver)",
    who: "operator",
    body: StopBody,
    bodyIsOptional: true,
    answers: { 200: { description: "Stopped, now or before.", schema: ReconciliationDto } },
    problems: [409],
  },
];

export const FINDING_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: FINDINGS,
    summary: "Divergences that somebody should look at, newest first",
    who: "operator",
    query: FindingListQuery,
    answers: { 200: { description: "A page of findings.", schema: FindingListDto } },
  },
  {
    method: "get",
    path: `${FINDINGS}/{id}`,
    summary: "One finding, with its evidence",
    who: "operator",
    answers: { 200: { description: "The finding.", schema: FindingDto } },
  },
  {
    method: "post",
    path: `${FINDINGS}/{id}/state`,
    summary: "Acknowledge it, resolve it with a note, or open it again (role approver)",
    who: "operator",
    body: FindingStateBody,
    answers: { 200: { description: "The finding after it.", schema: FindingDto } },
    problems: [409],
  },
];
