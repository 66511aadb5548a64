/** What OpenAPI says of erasures; all of it needs the role admin. */
import { ErasureBody, ErasureDto, ErasureListDto, ErasureListQuery, ErasurePreviewDto } from "@/lib/wire/erasure";
import type { Operation } from "./operation";

const ERASURES = "/api/v1/erasures";

export const ERASURE_OPERATIONS: Operation[] = [
  {
    method: "post",
    path: ERASURES,
    summary: "Erase the raw args of one person, found by an identity value (role admin)",
    who: "operator",
    body: ErasureBody,
    answers: {
      200: { description: "With `dryRun`: what would be erased.", schema: ErasurePreviewDto },
      202: {
        description: "On record; what has ended is erased within seconds, what is open when it ends.",
        schema: ErasureDto,
        headers: ["Location"],
      },
    },
  },
  {
    method: "get",
    path: ERASURES,
    summary: "The erasures, newest first (role admin)",
    who: "operator",
    query: ErasureListQuery,
    answers: { 200: { description: "A page of erasures.", schema: ErasureListDto } },
  },
  {
    method: "get",
    path: `${ERASURES}/{id}`,
    summary: "One erasure and how far it is (role admin)",
    who: "operator",
    answers: { 200: { description: "The erasure.", schema: ErasureDto } },
  },
];
