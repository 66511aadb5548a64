/** What OpenAPI says of pausing and resuming. */
import { PauseBody, PauseListDto, PauseListQuery, PauseStateDto, ResumeBody } from "@/lib/wire/pause";
import type { Operation } from "./operation";

const PLACES = [
  { path: "/api/v1/tools/{tool}", what: "a tool" },
  { path: "/api/v1/agents/{id}", what: "an agent" },
  { path: "/api/v1", what: "everything" },
];

export const PAUSE_OPERATIONS: Operation[] = [
  ...PLACES.flatMap(({ path, what }): Operation[] => [
    {
      method: "get",
      path: `${path}/pause`,
      summary: `Whether ${what} is paused`,
      who: "operator",
      answers: { 200: { description: "The active pause, or the last one.", schema: PauseStateDto } },
    },
    {
      method: "post",
      path: `${path}/pause`,
      summary: `Pause ${what}: held, nothing lost (role approver)`,
      who: "operator",
      body: PauseBody,
      answers: { 200: { description: "Paused, now or before: nothing more of it is claimed.", schema: PauseStateDto } },
    },
    {
      method: "post",
      path: `${path}/resume`,
      summary: `Resume ${what} (role approver)`,
      who: "operator",
      body: ResumeBody,
      bodyIsOptional: true,
      answers: { 200: { description: "Not paused any more.", schema: PauseStateDto } },
    },
  ]),
  {
    method: "get",
    path: "/api/v1/pauses",
    summary: "What is and was paused, newest first",
    who: "operator",
    query: PauseListQuery,
    answers: { 200: { description: "A page of pauses.", schema: PauseListDto } },
  },
];
