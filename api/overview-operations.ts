/** What OpenAPI says of the overview. */
import { OverviewDto, OverviewQuery } from "@/lib/wire/overview";
import type { Operation } from "./operation";

export const OVERVIEW_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: "/api/v1/overview",
    summary: "What happened in a time, counted: submissions, effects, duplicates prevented, decisions, states",
    who: "operator",
    query: OverviewQuery,
    answers: { 200: { description: "Figures as of one moment, at most two minutes ago.", schema: OverviewDto } },
    problems: [422, 429],
  },
];
