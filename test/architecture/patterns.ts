import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readSources, root } from './imports.ts';

/** A regular expression in the source. `source` is undefined when it is only known when the program runs. */
interface Pattern {
  path: string;
  line: number;
  source: string | undefined;
  flags: string;
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Every regular expression literal and every `new RegExp` below `src`. */
export function listPatterns(): Pattern[] {
  return readSources().flatMap(({ path, text }) => readPatterns(path, text));
}

function readPatterns(path: string, text: string): Pattern[] {
  const patterns: Pattern[] = [];
  const constants = new Map<string, Node>();
  const found: Node[] = [];
  visit(parseSync(path, text).program, (node) => {
    if (node.type === 'VariableDeclarator' && node.init) {
      constants.set((node.id as { name: string }).name, node.init as Node);
    }
    if (node.regex !== undefined || isConstructed(node)) found.push(node);
  });
  for (const node of found) {
    const line = text.slice(0, node.start).split('\n').length;
    if (node.regex !== undefined) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      patterns.push({ path, line, source: pattern, flags });
    } else {
      const [source, flags] = node.arguments as Node[];
      const text = source && readText(source, constants);
      patterns.push({ path, line, source: text, flags: (flags && readText(flags, constants)) ?? '' });
    }
  }
  return patterns;
}

function visit(value: unknown, enter: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) enter(value as Node);
  for (const child of Object.values(value)) visit(child, enter);
}

function isConstructed(node: Node): boolean {
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  return isCall && (node.callee as { name?: string }).name === 'RegExp';
}

/** The text of a string, of a template, or of both in a sum; a value that only a run knows stands as a word. */
function readText(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'BinaryExpression') {
    const sides = [node.left, node.right].map((side) => readText(side as Node, constants));
    return sides.includes(undefined) ? undefined : sides.join('');
  }
  if (node.type === 'Identifier') {
    const declared = constants.get(node.name as string);
    return declared && readText(declared, constants);
  }
  const isRaw = node.type === 'TaggedTemplateExpression';
  if (!isRaw && node.type !== 'TemplateLiteral') return undefined;
  const { quasis, expressions } = (isRaw ? node.quasi : node) as {
    quasis: { value: { raw: string; cooked: string } }[];
    expressions: Node[];
  };
  return quasis
    .map(({ value }, index) => {
      const inserted = expressions[index];
      const text = inserted === undefined ? '' : (readText(inserted, constants) ?? 'word');
      return (isRaw ? value.raw : value.cooked) + text;
    })
    .join('');
}

const CHECKED = join(root, 'test/architecture/linear-patterns.txt');

/** Hashes of the patterns that were found to be linear before: checking all of them takes minutes. */
export function readCheckedHashes(): Set<string> {
  return new Set(readFileSync(CHECKED, 'utf8').split(/\s+/));
}

export function writeCheckedHashes(hashes: Iterable<string>): Promise<number> {
  return Bun.write(CHECKED, `${[...hashes].toSorted().join('\n')}\n`);
}

export function hashOf({ source, flags }: Pattern): string {
  return Bun.hash(`${source}/${flags}`).toString(36);
}
