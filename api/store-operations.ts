/** What OpenAPI says of a database that went back in time. */
import { StoreReleaseBody, StoreReleasedDto, StoreStateDto } from "@/lib/wire/store";
import type { Operation } from "./operation";

export const STORE_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: "/api/v1/store",
    summary: "Whether the database went back in time, and what is in doubt because of it",
    who: "operator",
    answers: { 200: { description: "The epoch, and what is in doubt.", schema: StoreStateDto } },
  },
  {
    method: "post",
    path: "/api/v1/store/release",
    summary: "Release what a planned failover put in doubt (role admin)",
    who: "operator",
    body: StoreReleaseBody,
    answers: { 200: { description: "What may have been sent keeps its doubt.", schema: StoreReleasedDto } },
  },
];
