import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dir, '../..');

/** Every page of documentation, named from the root of the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'AGENTS.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'changes/README.md',
  'src/sdk/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export function readPage(page: string): Promise<string> {
  return Bun.file(join(root, page)).text();
}

/** A fenced code block of a page. */
interface Snippet {
  language: string;
  code: string;
  /** Line of its opening fence, from 1. */
  line: number;
}

export function listSnippets(text: string): Snippet[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] as string,
    code: match[2] as string,
    line: text.slice(0, match.index).split('\n').length,
  }));
}

/** A page without its code, where links and headings are looked for. */
export function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '`code`');
}
