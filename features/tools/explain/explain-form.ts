/** What somebody asks Explain, as they wrote it, and what is sent because of it. */
export type ExplainForm = {
  args: string;
  run: string;
  step: string;
  session: string;
  occurrence: string;
  callerKey: string;
  namespace: string;
  agent: string;
};

export type FormField = keyof ExplainForm;

export type Asked = { text: string; headers: Record<string, string> };
export type FormErrors = Partial<Record<FormField, string>>;

const CALLER_KEY = /^[\x20-\x7e]{1,255}$/;

/** Args go out as they are written, so that what the server says of them is about what the reader sees. */
export function toAsked(tool: string, form: ExplainForm): { asked: Asked } | { errors: FormErrors } {
  const errors: FormErrors = {};
  const fault = argsFault(form.args);
  if (fault !== null) errors.args = fault;
  const occurrence = form.occurrence.trim();
  if (occurrence !== "" && !/^[1-9]\d{0,8}$/.test(occurrence)) errors.occurrence = "Expected a whole number from 1 on.";
  if (form.callerKey !== "" && !CALLER_KEY.test(form.callerKey)) {
    errors.callerKey = "Expected 1 to 255 printable ASCII characters.";
  }
  if (Object.keys(errors).length > 0) return { errors };
  const members = [
    `"tool":${JSON.stringify(tool)}`,
    `"args":${form.args}`,
    ...(["run", "step", "session", "namespace", "agent"] as const).flatMap((name) =>
      form[name].trim() === "" ? [] : [`"${name}":${JSON.stringify(form[name].trim())}`],
    ),
    ...(occurrence === "" ? [] : [`"occurrence":${occurrence}`]),
  ];
  const headers: Record<string, string> = form.callerKey === "" ? {} : { "idempotency-key": form.callerKey };
  return { asked: { text: `{${members.join(",")}}`, headers } };
}

function argsFault(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? null : "Expected an object: { … }.";
  } catch (error) {
    return `This is not JSON. ${error instanceof Error ? error.message : ""}`.trim();
  }
}

/** Where in the form the server's words about a body belong; what is said of args names the argument. */
export function placeOf(pointer: string): FormField | null {
  const [, member] = pointer.split("/");
  const places: FormField[] = ["args", "run", "step", "session", "occurrence", "namespace", "agent"];
  return places.find((place) => place === member) ?? null;
}
