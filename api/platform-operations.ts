/** What OpenAPI says of signing in, of health and metrics, and of itself. */
import * as z from "zod";
import { SessionDto, SignInBody } from "@/lib/wire/session";
import type { Operation } from "./operation";

const SESSION = "/api/v1/session";

export const SESSION_OPERATIONS: Operation[] = [
  {
    method: "post",
    path: SESSION,
    summary: "Sign in",
    who: "anyone",
    body: SignInBody,
    answers: { 200: { description: "Signed in; a cookie is set.", schema: SessionDto, headers: ["Set-Cookie"] } },
    problems: [401, 403, 429],
  },
  {
    method: "get",
    path: SESSION,
    summary: "Who is signed in",
    who: "operator",
    answers: { 200: { description: "The operator.", schema: SessionDto } },
  },
  {
    method: "delete",
    path: SESSION,
    summary: "Sign out",
    who: "operator",
    answers: { 204: { description: "Signed out.", headers: ["Set-Cookie"] } },
  },
];

export const PLATFORM_OPERATIONS: Operation[] = [
  {
    method: "get",
    path: "/api/health/live",
    summary: "The process answers",
    who: "anyone",
    isStatic: true,
    answers: { 200: { description: "It does.", schema: z.object({ status: z.literal("live") }) } },
  },
  {
    method: "get",
    path: "/api/health/ready",
    summary: "It can record an intent",
    who: "anyone",
    answers: { 200: { description: "It can.", schema: z.object({ status: z.literal("ready") }) } },
  },
  {
    method: "get",
    path: "/api/metrics",
    summary: "Metrics of the web processes behind this port, and what the store knows, for Prometheus",
    who: "scraper",
    answers: { 200: { description: "In Prometheus's text format.", type: "text/plain", schema: z.string() } },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This description, as OpenAPI 3.1",
    who: "anyone",
    isStatic: true,
    answers: { 200: { description: "The document.", schema: z.record(z.string(), z.unknown()) } },
  },
  {
    method: "get",
    path: "/api/docs",
    summary: "This description, for people",
    who: "anyone",
    isStatic: true,
    answers: { 200: { description: "A page without scripts.", type: "text/html", schema: z.string() } },
  },
];
