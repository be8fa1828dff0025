import sanitizeHtml from 'sanitize-html';
import { EXTENTS, SILENT_ELEMENTS } from '../parse/allowed-html.ts';
import { chooseQuotes, cleanCharacters } from '../parse/escape.ts';
import { isSafeStyleSheet } from '../parse/safe-style.ts';
import { listComments, replaceComments, replaceSpans } from '../parse/spans.ts';
import { findPrefix, protectTags, restorePlainly, restoreTags } from './protected-tags.ts';
import { cleanAttributes, valueForClient } from './sanitize-fragment.ts';
import { readHtml } from './text/html-text.ts';

/** A mail that may be sent. */
export interface SafeMail {
  html: string;
  /** The same as plain text. */
  plainText: string;
}

const FRAME = 'html head body meta title style link'.split(' ');
const FRAME_ATTRIBUTES = 'charset content http-equiv media name xmlns xmlns:o xmlns:v'.split(' ');
const HARMLESS_PRAGMAS = new Set(['content-type', 'x-ua-compatible']);

/**
 * A whole mail without anything that runs, loads frames or submits. Its frame and styles stay. Comments are removed.
 * Outlook's conditional comments stay if each of them is also in `own`, our HTML of the same template. The sanitizer does
 * not read comments, so only those that we have written can be trusted. All of them stay or none, because they open and
 * close each other's tables.
 */
export function sanitizeMail(html: string, own: string): SafeMail {
  const comments = protectComments(cleanCharacters(html), own);
  const clean = restoreComments(comments, chooseQuotes(sanitizeDocument(comments.text)));
  return { html: `<!doctype html>\n${clean.trim()}\n`, plainText: `${readHtml(clean)}\n` };
}

function sanitizeDocument(html: string): string {
  const source = protectTags(html);
  const attributes = [
    ...EXTENTS.markup.attributes,
    ...FRAME_ATTRIBUTES,
    ...(source.tags.length > 0 ? [`${source.prefix}*`] : []),
  ];
  const keepSafeStyle = (
    _name: string,
    { style, ...others }: Record<string, string>,
  ): Record<string, string> =>
    style !== undefined && isSafeStyleSheet(valueForClient(source, style)) ? { ...others, style } : others;
  const clean = sanitizeHtml(source.text, {
    allowedTags: [...EXTENTS.markup.tags, ...FRAME],
    allowedAttributes: { '*': attributes },
    // Styles are checked below, and mails cannot do without.
    allowVulnerableTags: true,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    disallowedTagsMode: 'discard',
    nonTextTags: SILENT_ELEMENTS.filter((name) => !FRAME.includes(name)),
    nestingLimit: 200,
    transformTags: {
      '*': (name, given) => ({ tagName: name, attribs: cleanAttributes(source, name, given, keepSafeStyle) }),
    },
    exclusiveFilter: ({ tag, attribs, text }) =>
      (tag === 'style' && !isSafeStyleSheet(restorePlainly(source, text))) ||
      (tag === 'meta' && !isHarmlessMeta(attribs)) ||
      (tag === 'link' && !isStyleSheet(attribs)),
  });
  return restoreTags(source, clean.replaceAll('\u00a0', '&nbsp;'));
}

function isHarmlessMeta(attributes: Record<string, string>): boolean {
  const pragma = attributes['http-equiv'];
  return pragma === undefined || HARMLESS_PRAGMAS.has(pragma.toLowerCase());
}

function isStyleSheet({ rel = '', href = '' }: Record<string, string>): boolean {
  return rel.toLowerCase() === 'stylesheet' && /^https?:\/\//i.test(href);
}

interface ProtectedComments {
  text: string;
  /** None if they cannot be kept. */
  comments: string[];
  prefix: string;
}

const CONDITIONAL = /^<!--(?:\[if\b|<!\[endif)/i;

/** Puts a word in the place of each conditional comment, if all are our own. */
function protectComments(html: string, own: string): ProtectedComments {
  const known = new Set(listComments(own));
  const isOurs = listComments(html).every((text) => !CONDITIONAL.test(text) || known.has(text));
  if (!isOurs) return { text: html, comments: [], prefix: '' };
  const prefix = findPrefix(html, 'cc');
  const comments: string[] = [];
  const text = replaceComments(html, (comment) =>
    CONDITIONAL.test(comment) ? `${prefix}${comments.push(comment) - 1}x` : '',
  );
  return { text, comments, prefix };
}

/** Restores the comments if all are between elements. Inside a tag or a style they would open or close elements. */
function restoreComments({ comments, prefix }: ProtectedComments, html: string): string {
  if (comments.length === 0) return html;
  const words = new RegExp(`${prefix}(\\d+)x`, 'g');
  const between = replaceSpans(
    html,
    /<(?:style|title)\b/gi,
    (opening) => new RegExp(`</${opening.slice(1)}>`, 'gi'),
    () => '',
  ).replace(/<[^<>]*>/g, '');
  const isComplete = between.match(words)?.length === comments.length;
  return html.replace(words, (_word, index) => (isComplete ? (comments[Number(index)] ?? '') : ''));
}
