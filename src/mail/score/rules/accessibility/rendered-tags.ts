/** The start tags that carry language and direction of a rendered mail; '' where there is none. */
interface RootTags {
  root: string;
  /** The first element in the body. */
  wrapper: string;
}

/** A hidden element is the preview text. */
const HIDDEN = /\bdisplay\s*:\s*none\b/i;

export function readRootTags(html: string): RootTags {
  let root = '';
  let isInBody = false;
  for (const tag of readTags(html)) {
    if (isInBody && tag[1] !== '/' && !HIDDEN.test(tag)) return { root, wrapper: tag };
    if (root === '' && /^<html\b/i.test(tag)) root = tag;
    if (/^<body\b/i.test(tag)) isInBody = true;
  }
  return { root, wrapper: '' };
}

/** Every start and end tag, also those in comments. Takes linear time, also for broken HTML. */
export function* readTags(html: string): Generator<string, void, undefined> {
  const opening = /<\/?[a-z]/gi;
  let hasOpenQuote = false;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    // After a quote without an end, quotes count as text: looking for it again from each tag takes quadratic time.
    const quotedEnd: number | undefined = hasOpenQuote ? undefined : findTagEnd(html, found.index);
    hasOpenQuote ||= quotedEnd === undefined;
    const end = quotedEnd ?? html.indexOf('>', found.index) + 1;
    if (end === 0) return;
    yield html.slice(found.index, end);
    opening.lastIndex = end;
  }
}

/** The position after the `>` that ends the tag, outside quotes. Undefined if the tag or a quote is not closed. */
function findTagEnd(html: string, start: number): number | undefined {
  const mark = /[>"']/g;
  mark.lastIndex = start;
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    if (found[0] === '>') return mark.lastIndex;
    const close = html.indexOf(found[0], mark.lastIndex);
    if (close < 0) return undefined;
    mark.lastIndex = close + 1;
  }
  return undefined;
}

/** The value of an attribute of a start tag as written; undefined when it has none. */
export function readAttribute(tag: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
  const match = pattern.exec(tag);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}
