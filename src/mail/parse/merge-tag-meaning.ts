import {
  decodeMergeTag,
  hasMergeTag,
  MERGE_TAG_DIALECTS,
  type MergeTagDialect,
  splitMergeTags,
  withoutMergeTags,
} from './merge-tags.ts';

interface ReadTag {
  dialect: MergeTagDialect;
  inner: string;
}

function readTag(tag: string): ReadTag | undefined {
  const plain = tag.startsWith('&') ? decodeMergeTag(tag) : tag;
  const dialect = MERGE_TAG_DIALECTS.find(({ open }) => plain.startsWith(open));
  if (!dialect) return undefined;
  const end = plain.endsWith(dialect.close) ? -dialect.close.length : undefined;
  const inner = plain.slice(dialect.open.length, end);
  const isRaw = inner.startsWith('{') && inner.endsWith('}');
  return { dialect, inner: isRaw ? inner.slice(1, -1) : inner };
}

/** Whether a merge tag prints a value, rather than being a condition, a loop or a comment. */
export function isOutputTag(tag: string): boolean {
  const read = readTag(tag);
  return read?.dialect.isOutput(read.inner) ?? false;
}

/** The words of conditions and loops, which print nothing themselves; `tablerow` and `filter` do. */
const LOGIC =
  /^(?:if|ifnot|unless|for|foreach|each|while|list|case|switch|when|with|else|elsif|elseif|elif|interested|c:(?:if|choose|when|otherwise|foreach)|cf(?:if|else|elseif|loop|output|switch))\b/i;

/** Whether a merge tag is part of a condition or loop, so that nothing is printed in its place. */
export function isLogicTag(tag: string): boolean {
  const read = readTag(tag);
  if (read === undefined || isOutputTag(tag)) return false;
  const name = readBlockStep(tag)?.name;
  // Sections of Mustache have the names of values.
  if (read.dialect.open === '{{') return name !== undefined || /^~?\s*(?:\^|else\b)/.test(read.inner);
  return LOGIC.test(name ?? read.inner.replace(/^(?:php\b)?[-~\s]+|^php\s+/, ''));
}

/** Whether a text is exactly one merge tag. */
export function isMergeTag(text: string): boolean {
  const pieces = splitMergeTags(text);
  return pieces.length === 1 && pieces[0]?.isTag === true;
}

/** Whether a text with merge tags may be the value of a CSS property: it cannot end the declaration. */
export function isValueTemplate(text: string): boolean {
  return hasMergeTag(text) && !/;|&#/.test(text) && !withoutMergeTags(text).includes('"');
}

/** A condition or loop that a merge tag opens or closes. */
interface BlockStep {
  kind: 'open' | 'close';
  /** In lower case. */
  name: string;
}

/** The condition or loop that a merge tag opens or closes: `{% if x %}` opens "if"; undefined for others. */
export function readBlockStep(tag: string): BlockStep | undefined {
  const read = readTag(tag);
  const opened = read?.dialect.opensBlock?.exec(read.inner)?.[1];
  if (opened !== undefined) return { kind: 'open', name: nameOfBlock(opened) };
  const closed = read?.dialect.closesBlock?.exec(read.inner)?.[1];
  return closed === undefined ? undefined : { kind: 'close', name: nameOfBlock(closed) };
}

/**
 * Of the merge tags of one attribute value, the positions of those that belong to no whole condition or loop in it. Where
 * such a condition does not hold, the quote at the end of the value would go with what is skipped, and what follows would
 * become attributes.
 */
export function listLooseTags(tags: readonly string[]): ReadonlySet<number> {
  const loose = new Set<number>();
  const open: { name: string; positions: number[] }[] = [];
  for (const [position, tag] of tags.entries()) {
    const step = readBlockStep(tag) ?? readInvertedSection(tag);
    const innermost = open.at(-1);
    if (step?.kind === 'open') open.push({ name: step.name, positions: [position] });
    else if (step?.kind === 'close' && innermost?.name === step.name) open.pop();
    else if (step === undefined && innermost !== undefined) innermost.positions.push(position);
    else if (step !== undefined || isLogicTag(tag)) loose.add(position);
  }
  for (const { positions } of open) {
    for (const position of positions) if (!isOutputTag(tags[position] ?? '')) loose.add(position);
  }
  return loose;
}

/** `{{^name}}` of Mustache, which `{{/name}}` closes. */
function readInvertedSection(tag: string): BlockStep | undefined {
  const name = /^\{\{~?\^\s*([\w.-]+)/.exec(tag)?.[1];
  return name === undefined ? undefined : { kind: 'open', name: nameOfBlock(name) };
}

/** Mailchimp closes IFNOT with END:IF. */
function nameOfBlock(name: string): string {
  return name.toLowerCase().replace(/^ifnot$/, 'if');
}

/** The expression of a tag, without fallbacks and filters: `{{ user.Name | default: "x" }}` → `user.Name`. */
export function expressionOfTag(tag: string): string {
  const inner = readTag(tag.trim())?.inner ?? tag;
  const bare = inner.replace(/^[~=-]+/, '').replace(/[~-]$/, '');
  return (bare.split(/\||\?\?|\bor\b|:(?=\s|$)/, 1)[0] ?? '').trim();
}

/** The expression of a tag in lower case, to compare tags. */
export function nameOfTag(tag: string): string {
  return expressionOfTag(tag).toLowerCase();
}

/** A key that is the same for tags that print the same value, or that are the same condition or loop. */
export function identityOfTag(tag: string): string {
  const plain = decodeMergeTag(tag);
  if (!isOutputTag(plain)) return plain.replace(/\s+/g, ' ');
  const opening = /^(?:\{\{\{?|\*\||\$\{|<%[-=]?)/.exec(plain)?.[0] ?? '';
  return `${opening} ${nameOfTag(plain)}`;
}
