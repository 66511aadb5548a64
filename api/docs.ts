/** A plain page about the API, made from the same table as OpenAPI: no script, readable anywhere. */
import { OPERATIONS } from "./openapi";

export function docsPage(): string {
  const rows = OPERATIONS.map(
    ({ method, path, summary, who }) =>
      `<tr><td><code>${method.toUpperCase()}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td><td>${who}</td></tr>`,
  ).join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Interlock API</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8884; }
  .scroll { overflow-x: auto; }
</style>
<h1>Interlock API</h1>
<p>Agents POST intents and never act. The whole description, for tools: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<div class="scroll"><table>
<thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th></tr></thead>
<tbody>
${rows}
</tbody>
</table></div>
<p>Every error is <code>application/problem+json</code> with <code>code</code>, <code>retriable</code> and <code>correctiveAction</code>.</p>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
