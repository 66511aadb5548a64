/** What OpenAPI says of key audits. */
import * as z from "zod";
import {
  KeyAuditBody,
  KeyAuditDto,
  KeyAuditListDto,
  KeyAuditListQuery,
  KeyAuditSummaryDto,
} from "@/lib/wire/key-audit";
import type { Operation } from "./operation";

const KEY_AUDITS = "/api/v1/key-audits";

export const KEY_AUDIT_OPERATIONS: Operation[] = [
  {
    method: "post",
    path: KEY_AUDITS,
    summary: "Ask for a key audit (role approver); a worker does it",
    who: "operator",
    body: KeyAuditBody,
    bodyIsOptional: true,
    answers: { 202: { description: "It will be done.", schema: KeyAuditSummaryDto, headers: ["Location"] } },
    problems: [409],
  },
  {
    method: "get",
    path: KEY_AUDITS,
    summary: "Key audits, newest first",
    who: "operator",
    query: KeyAuditListQuery,
    answers: { 200: { description: "A page of key audits.", schema: KeyAuditListDto } },
  },
  {
    method: "get",
    path: `${KEY_AUDITS}/{id}`,
    summary: "One key audit: how far it is, and what it found of each tool",
    who: "operator",
    answers: { 200: { description: "The key audit.", schema: KeyAuditDto } },
  },
  {
    method: "get",
    path: `${KEY_AUDITS}/{id}/csv`,
    summary: "What a key audit found, as a table",
    who: "operator",
    answers: { 200: { description: "RFC 4180, with a header.", type: "text/csv", schema: z.string() } },
    problems: [409],
  },
];
