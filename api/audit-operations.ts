/** What OpenAPI says of the audit log. */
import * as z from "zod";
import { InclusionProof } from "@/lib/domain/audit/inclusion-proof";
import {
  AuditExportQuery,
  AuditKeyListDto,
  LoggedEventListDto,
  LoggedEventListQuery,
  SealListDto,
  SealListQuery,
} from "@/lib/wire/audit";
import type { Operation } from "./operation";

export const AUDIT_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: "/api/v1/audit/events",
    summary: "The audit log, newest first or by position",
    who: "operator",
    query: LoggedEventListQuery,
    answers: { 200: { description: "A page of events; it may be short and have a next.", schema: LoggedEventListDto } },
  },
  {
    method: "get",
    path: "/api/v1/audit/events/{id}/proof",
    summary: "Proof that one event was sealed as it is",
    who: "operator",
    answers: { 200: { description: "The event, the path to its seal's root, and the seal.", schema: InclusionProof } },
    problems: [409],
  },
  {
    method: "get",
    path: "/api/v1/audit/seals",
    summary: "Seals, newest first",
    who: "operator",
    query: SealListQuery,
    answers: { 200: { description: "A page of seals.", schema: SealListDto } },
  },
  {
    method: "get",
    path: "/api/v1/audit/key",
    summary: "The public keys that seals were made with",
    who: "operator",
    answers: { 200: { description: "Every key, and which one seals now.", schema: AuditKeyListDto } },
  },
  {
    method: "get",
    path: "/api/v1/audit/export",
    summary: "The audit log as a file that can be verified offline (role approver); itself on record",
    who: "operator",
    query: AuditExportQuery,
    answers: {
      200: {
        description:
          "JSON lines: a header, events by position with a seal after its events, a trailer. See docs/audit.md.",
        schema: z.string(),
        type: "application/x-ndjson",
      },
    },
  },
];
