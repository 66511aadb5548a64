/** YAML 1.2 with the core schema and nothing else: no dates, no sets, no binary, whatever the text asks for. */
import { type Document, isScalar, Lexer, LineCounter, Parser, parseDocument, visit } from "yaml";
import { tellYamlFaults, type YamlFault } from "@/lib/domain/contract/yaml-fault";
import { isCarried } from "@/lib/domain/normalise/lossless";

/** `tooDeep` is told apart because JSON can be too deep in the same words. */
export type ParsedYaml = { ok: true; value: unknown } | { ok: false; tooDeep: boolean; messages: string[] };

const TOKENS_MAX = 20_000;
const ALIASES_MAX = 100;
/** The parser's stack also holds the document and the scalar that is being read. */
const STACK_ABOVE_VALUES = 2;

export function parseYaml(text: string, depthMax: number): ParsedYaml {
  const excess = findExcess(text, depthMax + STACK_ABOVE_VALUES);
  if (excess !== null) return excess;
  const lines = new LineCounter();
  // The library's own wording of positions takes quadratic time when there are many errors.
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    resolveKnownTags: false,
    uniqueKeys: true,
    prettyErrors: false,
    lineCounter: lines,
  });
  const faults: YamlFault[] = [...document.errors, ...document.warnings];
  const found = faults.length > 0 ? faults : inexactNumbers(document);
  if (found.length > 0) return refuse(...tellYamlFaults(found, (offset) => lines.linePos(offset)));
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: ALIASES_MAX }) as unknown };
  } catch (error) {
    // An alias without an anchor, or aliases of aliases that would expand to something huge.
    return refuse(error instanceof Error ? error.message : "This YAML cannot be read.");
  }
}

/** One pass over the tokens, before anything recurses into what they nest. */
function findExcess(text: string, stackMax: number): ParsedYaml | null {
  const parser = new Parser();
  let tokens = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > TOKENS_MAX) return refuse(`The YAML has more than ${TOKENS_MAX} tokens.`);
    Array.from(parser.next(token)); // a generator: it reads the token only when it is asked to
    if (parser.stack.length > stackMax) return { ok: false, tooDeep: true, messages: [] };
  }
  return null;
}

function inexactNumbers(document: Document): YamlFault[] {
  const found: YamlFault[] = [];
  const message = "This number has more digits than can be carried exactly.";
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || typeof node.value !== "number" || isCarried(node.source ?? "")) return;
      const [from, to] = node.range ?? [0, 0];
      found.push({ code: "INEXACT_NUMBER", message, pos: [from, to] });
    },
  });
  return found;
}

function refuse(...messages: string[]): ParsedYaml {
  return { ok: false, tooDeep: false, messages };
}
