/** What OpenAPI says of downstreams that rest. */
import { RestingDownstreamListDto, TryDownstreamBody } from "@/lib/wire/downstream";
import type { Operation } from "./operation";

const answers = { 200: { description: "Those that rest, the longest first.", schema: RestingDownstreamListDto } };

export const DOWNSTREAM_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: "/api/v1/downstreams",
    summary: "Downstreams that do not answer and are given a rest",
    who: "operator",
    answers,
  },
  {
    method: "post",
    path: "/api/v1/downstreams/try",
    summary: "Let a resting downstream be tried now (role approver)",
    who: "operator",
    body: TryDownstreamBody,
    answers,
    problems: [404],
  },
];
