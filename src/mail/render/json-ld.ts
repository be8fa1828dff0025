import { splitMergeTags } from '../parse/merge-tags.ts';
import { replaceSpans } from '../parse/spans.ts';
import { findPrefix } from './protected-tags.ts';

/** Most scripts of one mail that are written into its head. */
const MAX_SCRIPTS = 20;
const JSON_LD = /^<script\b[^<>]*\btype\s*=\s*["']?application\/ld\+json\b/i;

/** Takes the JSON-LD out of HTML and adds it to `found`; scripts that are no valid JSON stay. */
export function takeJsonLd(html: string, found: string[]): string {
  if (!/ld\+json/i.test(html)) return html;
  return replaceSpans(
    html,
    /<script\b[^<>]*>/gi,
    () => /<\/script\s*>/gi,
    (script) => {
      const json = JSON_LD.test(script)
        ? compactJson(script.slice(script.indexOf('>') + 1, script.lastIndexOf('</')))
        : undefined;
      if (json === undefined || found.length >= MAX_SCRIPTS) return script;
      found.push(json);
      return '';
    },
  );
}

/** JSON without what could end a script; merge tags stay as they are. Undefined for what is no object or list. */
function compactJson(text: string): string | undefined {
  const prefix = findPrefix(text, 'jt');
  const tags: string[] = [];
  const masked = splitMergeTags(text)
    .map((piece) => (piece.isTag ? `${prefix}${tags.push(piece.text) - 1}x` : piece.text))
    .join('');
  try {
    const value: unknown = JSON.parse(masked);
    if (typeof value !== 'object' || value === null) return undefined;
    const restored = (tag: string | undefined) => (tag ?? '').replaceAll('<', '\\u003c');
    return JSON.stringify(value)
      .replaceAll('<', '\\u003c')
      .replace(new RegExp(`${prefix}(\\d+)x`, 'g'), (_word, index) => restored(tags[Number(index)]));
  } catch {
    return undefined;
  }
}
