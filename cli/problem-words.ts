/** A server's refusal as a person at a terminal can use it. The API's own words are for programs that read JSON. */
import { Problem } from "@/lib/wire/problem";
import { visibleText } from "./visible-text";

/** What a request calls otherwise than the command line does. Pointers into a contract are never of these. */
const OPTIONS: Record<string, string> = {
  "/from": "--from",
  "/to": "--to",
  "/source": "--by",
  "/unit": "--unit",
  "/namespace": "--namespace",
  "/reference": "--reference",
  "/kind": "--kind",
  "/state": "--state",
  "/limit": "--limit",
};

export function toSentence({ status, statusText }: Pick<Response, "status" | "statusText">, body: unknown): string {
  const parsed = Problem.safeParse(body);
  if (!parsed.success) return `The answer was ${status} ${statusText}.`;
  const { title, correctiveAction, code, errors = [] } = parsed.data;
  const detail = visibleText(parsed.data.detail ?? title);
  const said = errors.map(({ pointer, message }) => ({ pointer: visibleText(pointer), message: visibleText(message) }));
  const places = said.map(({ pointer, message }) => {
    const place = code === "invalid_request" ? (OPTIONS[pointer] ?? pointer) : pointer;
    return place === "" ? message : `${place}: ${message}`;
  });
  const [only] = places;
  if (only !== undefined && places.length === 1 && said[0]?.message === detail) return only;
  if (places.length > 0) return [detail, ...places.map((place) => `  ${place}`)].join("\n");
  // Nothing is listed, so there is nothing that it could name.
  return correctiveAction.includes("`errors`") ? detail : `${detail} ${correctiveAction}`;
}
