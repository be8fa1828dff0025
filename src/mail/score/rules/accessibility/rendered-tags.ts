/** The start tags that carry language and direction of a rendered mail; '' where there is none. */
interface RootTags {
  root: string;
  /** The first element in the body. */
  wrapper: string;
}

const ATTRIBUTES = `(?:[^>"']|"[^"]*"|'[^']*')*`;
const ROOT = new RegExp(`<html\\b${ATTRIBUTES}>`, 'i');
const BODY = new RegExp(`<body\\b${ATTRIBUTES}>`, 'i');
const ELEMENT = new RegExp(`<[a-z][a-z0-9]*\\b${ATTRIBUTES}>`, 'gi');

/** A hidden element is the preview text. */
const HIDDEN = /\bdisplay\s*:\s*none\b/i;

export function readRootTags(html: string): RootTags {
  const body = BODY.exec(html);
  const root = ROOT.exec(html)?.[0] ?? '';
  if (body === null) return { root, wrapper: '' };
  ELEMENT.lastIndex = body.index + body[0].length;
  for (let found = ELEMENT.exec(html); found; found = ELEMENT.exec(html)) {
    if (!HIDDEN.test(found[0])) return { root, wrapper: found[0] };
  }
  return { root, wrapper: '' };
}

/** The value of an attribute of a start tag as written; undefined when it has none. */
export function readAttribute(tag: string, name: string): string | undefined {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
  const match = pattern.exec(tag);
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3]);
}
