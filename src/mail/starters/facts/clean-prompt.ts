import { cleanCharacters } from '../../parse/escape.ts';
import { splitMergeTags } from '../../parse/merge-tags.ts';

/** Longer prompts are read up to here. */
const MAX_LENGTH = 10_000;

/** What begins or ends a merge tag in any of the template languages we know. */
const DELIMITERS = /\{{2,}|\}{2,}|\{[%#]|[%#]\}|\*\||\|\*|\$\{|<%[-=]?|[-=]?%>/g;

/**
 * The prompt as data: without control characters, and with merge tags only where they were offered. What looks like any
 * other merge tag is taken apart, so that the sending service does not run it.
 */
export function cleanPrompt(prompt: string, offered: readonly string[]): string {
  const known = new Set(offered.map((tag) => tag.trim()));
  return splitMergeTags(cleanCharacters(prompt.slice(0, MAX_LENGTH)))
    .map(({ text, isTag }) => (isTag && known.has(text.trim()) ? text : text.replace(DELIMITERS, ' ')))
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}
