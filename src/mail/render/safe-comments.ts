import { EXTENTS } from '../parse/allowed-html.ts';
import { inertTag } from '../parse/escape.ts';
import { maskMergeTags } from '../parse/mask-merge-tags.ts';
import { splitMergeTags } from '../parse/merge-tags.ts';
import { isSafeStyleWithTags, splitStyle } from '../parse/safe-style.ts';
import { isSafeImage, isSafeLink } from '../parse/safe-url.ts';
import { isConditional, listComments, replaceComments } from '../parse/spans.ts';
import { findPrefix } from './protected-tags.ts';

/** HTML with words in the place of the comments that may stay. */
interface KeptComments {
  text: string;
  comments: string[];
  prefix: string;
  /** Whether conditional comments were left out. */
  hasUnsafe: boolean;
}

/** Shows what follows in other programs than Outlook. */
const REVEALED = /^<!--\[if [\w !&|()]{1,60}\]>\s?(?:<!)?(?:--)?\s?-->$/i;
const END = /^<!--\s?<!\[endif\]-->$/i;
const FOR_OUTLOOK = /^<!--\[if [\w !&|()]{1,60}\]>([\s\S]*)<!\[endif\]-->$/i;
/** Comments that template engines read. */
const INSTRUCTION = /^<!--\s*(?:BEGIN|END|IF|ELSE|ELSEIF|ENDIF|FOR|FOREACH|ENDFOR|LOOP|ENDLOOP)\b/;

/**
 * Puts words in the place of comments that may stay: conditional ones whose content is safe, and those with merge tags. The
 * conditional ones stay all or none, because they open and close each other's tables.
 */
export function keepComments(html: string): KeptComments {
  if (!html.includes('<!--')) return { text: html, comments: [], prefix: '', hasUnsafe: false };
  const conditional = listComments(html).filter(isConditional);
  const revealed = conditional.filter((comment) => REVEALED.test(comment)).length;
  const ends = conditional.filter((comment) => END.test(comment)).length;
  const hasUnsafe = revealed !== ends || !conditional.every(isSafeConditional);
  const prefix = findPrefix(html, 'cc');
  const comments: string[] = [];
  const text = replaceComments(html, (comment) => {
    const kept = isConditional(comment) ? (hasUnsafe ? undefined : comment) : writePlain(comment);
    return kept === undefined ? '' : `${prefix}${comments.push(kept) - 1}x`;
  });
  return { text, comments, prefix, hasUnsafe };
}

/** Restores the comments in markup whose attributes and styles hold none of the words. */
export function restoreComments({ comments, prefix }: KeptComments, html: string): string {
  if (comments.length === 0) return html;
  return html.replace(new RegExp(`${prefix}(\\d+)x`, 'g'), (_word, index) => comments[Number(index)] ?? '');
}

/** A comment for a template engine; undefined for others. */
function writePlain(comment: string): string | undefined {
  const pieces = splitMergeTags(comment.slice(4, -3));
  const hasTag = pieces.some(({ isTag }) => isTag);
  if (!hasTag && !INSTRUCTION.test(comment)) return undefined;
  const isPlain = pieces.every(({ text, isTag }) => isTag || !/[<>[\]]|--/.test(text));
  if (!isPlain) return undefined;
  return `<!--${pieces.map(({ text, isTag }) => (isTag ? inertTag(text) : text)).join('')}-->`;
}

function isSafeConditional(comment: string): boolean {
  if (REVEALED.test(comment) || END.test(comment)) return true;
  const inner = FOR_OUTLOOK.exec(comment)?.[1];
  return inner !== undefined && isSafeForOutlook(inner);
}

const NAMES = new Set([...EXTENTS.markup.tags, 'xml']);
const TAG =
  /<(\/?)([a-z][a-z0-9]{0,20}(?::[a-z][\w.]{0,40})?)((?:\s+[\w:.-]{1,40}(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*)\s*\/?>/gi;
const ATTRIBUTE = /\s([\w:.-]{1,40})=(?:"([^"<>]*)"|'([^'<>]*)')/g;

/** Whether HTML and VML have nothing that runs. Content that is not simple markup is not safe. */
function isSafeForOutlook(html: string): boolean {
  const { text, unmask } = maskMergeTags(html);
  let isSafe = true;
  const rest = text.replace(TAG, (_tag, _slash, name: string, attributes: string) => {
    const isKnown = /^[ovw]:/i.test(name) || NAMES.has(name.toLowerCase());
    if (!isKnown || !hasSafeAttributes(attributes, unmask)) isSafe = false;
    return '';
  });
  return isSafe && !rest.includes('<');
}

function hasSafeAttributes(attributes: string, unmask: (text: string) => string): boolean {
  if (/(?:^|\s)on/i.test(attributes)) return false;
  return [...attributes.matchAll(ATTRIBUTE)].every(([, name = '', double, single]) => {
    const value = unmask(double ?? single ?? '');
    if (/^style$/i.test(name)) return isSafeOutlookStyle(value);
    if (/href$/i.test(name)) return isSafeLink(value);
    return /src$|^background$/i.test(name) ? isSafeImage(value) : !/^\s*(?:java|vb)script:/i.test(value);
  });
}

/** VML is placed by `position`, which moves nothing in other programs: they do not read the comment. */
function isSafeOutlookStyle(style: string): boolean {
  const placed = /^(?:position|z-index|behavior)$/i;
  const others = splitStyle(style).filter(
    ([property, value]) => !placed.test(property) || /url|expression/i.test(value),
  );
  return isSafeStyleWithTags(others.map(([property, value]) => `${property}:${value}`).join(';'));
}
