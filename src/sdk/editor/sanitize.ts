/** Elements of rich text, and what other spellings of them become. */
const ELEMENTS: Readonly<Record<string, string>> = {
  P: 'p',
  BR: 'br',
  STRONG: 'strong',
  B: 'strong',
  EM: 'em',
  I: 'em',
  U: 'u',
  INS: 'u',
  S: 's',
  STRIKE: 's',
  DEL: 's',
  A: 'a',
  SPAN: 'span',
  FONT: 'span',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  SUB: 'sub',
  SUP: 'sup',
  MARK: 'mark',
  H1: 'h1',
  H2: 'h2',
  H3: 'h3',
  H4: 'h4',
  BLOCKQUOTE: 'blockquote',
  DIV: 'p',
};

/** Elements whose content is no text. */
const SILENT = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'IFRAME',
  'OBJECT',
  'TITLE',
  'NOSCRIPT',
  'TEXTAREA',
  'SELECT',
]);

const STYLES =
  /^(color|background-color|font-|text-|line-height|letter-spacing|vertical-align|white-space|direction)/;
const ATTRIBUTES = /^(href|target|rel|title|dir|lang|start|type|class|data-[a-z-]+)$/;
const SCHEMES = /^(https?|mailto|tel|sms):/i;

/**
 * Foreign HTML as nodes that are safe to show in the page: only elements of rich text, no handlers, no script links, no
 * styles that reach out of the text. Parsed in an inert document, in which nothing runs or loads.
 */
export function toSafeNodes(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return copyChildren(parsed.body);
}

/** The HTML of nodes, in the subset of rich text. Merge tags are as they were typed. */
export function toSafeHtml(source: Node): string {
  const box = document.createElement('div');
  box.append(copyChildren(source));
  const isEmpty = (box.textContent ?? '') === '' && box.querySelector('li') === null;
  return isEmpty ? '' : restoreMergeTags(box.innerHTML);
}

function copyChildren(source: Node): DocumentFragment {
  const copy = document.createDocumentFragment();
  for (const child of source.childNodes) copy.append(copyNode(child));
  return copy;
}

function copyNode(node: Node): Node {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.nodeValue ?? '');
  if (!(node instanceof Element) || SILENT.has(node.tagName)) return document.createDocumentFragment();
  const name = ELEMENTS[node.tagName];
  const children = copyChildren(node);
  // Browsers make lists inside of paragraphs, where they may not be.
  const isBroken = name === 'p' && children.querySelector('p, ul, ol, h1, h2, h3, h4, blockquote') !== null;
  if (name === undefined || isBroken) return children;
  const element = document.createElement(name);
  for (const { name: key, value } of node.attributes) {
    if (ATTRIBUTES.test(key) && (key !== 'href' || isSafeLink(value))) element.setAttribute(key, value);
  }
  copyStyles(node as HTMLElement, element);
  element.append(children);
  return element;
}

/** By the style objects: a policy of the page may forbid style attributes. */
function copyStyles(from: HTMLElement, to: HTMLElement): void {
  if (from.tagName === 'FONT' && from.getAttribute('color'))
    to.style.color = from.getAttribute('color') ?? '';
  for (const name of from.style ?? []) {
    const value = from.style.getPropertyValue(name);
    if (STYLES.test(name) && !value.includes('(')) to.style.setProperty(name, value);
    else if (STYLES.test(name) && /^(rgb|hsl)a?\([\d\s.,%/]+\)$/.test(value))
      to.style.setProperty(name, value);
  }
}

export function isSafeLink(url: string): boolean {
  // Browsers skip control characters and white space in schemes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they skip
  const address = url.replace(/[\u0000-\u0020]/g, '');
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(address);
  return !hasScheme || SCHEMES.test(address);
}

/** Serializing writes `>` and `&` of texts as entities, which sending services do not read inside their tags. */
function restoreMergeTags(html: string): string {
  return html.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, (tag) =>
    tag
      .replace(/&lt;(?=[\s=])/g, '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll('&nbsp;', ' '),
  );
}
