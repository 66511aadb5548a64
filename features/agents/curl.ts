/** Ready to be pasted into a shell. Keys are base64url, so they need no escaping inside quotes. */

export function curlCheck(origin: string, key: string): string {
  return [`curl -sS '${origin}/api/v1/intents?limit=1' \\`, `  -H 'Authorization: Bearer ${key}'`].join("\n");
}

export function curlSubmit(origin: string, key: string, tool = "TOOL"): string {
  const body = { tool, run: "run_1", step: "first", args: {} };
  return [
    `curl -sS '${origin}/api/v1/intents' \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
}
