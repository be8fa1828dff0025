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
  H5: 'h5',
  H6: 'h6',
  CODE: 'code',
  PRE: 'pre',
  SMALL: 'small',
  HR: 'hr',
  BLOCKQUOTE: 'blockquote',
  DIV: 'p',
  IMG: 'img',
};

/** Elements that are removed with their content. */
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
/** Further styles of images. `position` is not allowed: an image stays within the text. */
const IMAGE_STYLES = /^(width|height|max-width|max-height|border|margin|padding|display|float|object-fit)/;
const IMAGE_ATTRIBUTES = /^(src|alt|width|height|align|border)$/;
const IMAGE_SCHEMES = /^(https?|cid):|^data:image\//i;
/** As in mails: other schemes are removed when the mail is rendered. */
const SCHEMES = /^(https?|mailto|tel|sms|whatsapp|tg|webcal|geo):/i;

/**
 * Foreign HTML as nodes that are safe to show in the page: only elements of rich text, no handlers, no script links, no
 * styles that reach out of the text. Parsed in an inert document, in which nothing runs or loads.
 */
export function toSafeNodes(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return copyChildren(parsed.body);
}

/**
 * Pasted HTML as safe nodes: structure, links, bold, italic, underlined and struck text. Fonts, sizes, colors and classes of
 * the program that it comes from are left out, because they would not fit the mail.
 */
export function toPastedNodes(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // Inner elements come first, because outer ones are replaced by their children.
  for (const element of [...body.querySelectorAll<HTMLElement>('*')].reverse()) {
    // Word writes the signs of its lists as text.
    if (/mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '')) element.remove();
    // Pasted pictures are files of another program, or belong to another site.
    else if (element.tagName === 'IMG') element.remove();
    else if (isPlain(element)) element.replaceWith(...wrapInMarks(element));
    else for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
  }
  return copyChildren(body);
}

/** Whether an element has no meaning of its own, so that only its style counts. */
function isPlain({ tagName, style, parentElement }: HTMLElement): boolean {
  // Google Docs puts everything into a <b> that is not bold.
  if (tagName === 'B') return /^(normal|400)$/.test(style.fontWeight);
  if (tagName === 'P') return parentElement?.tagName === 'LI' && parentElement.childElementCount === 1;
  return tagName === 'SPAN' || tagName === 'FONT';
}

/** The children of an element, in elements such as `strong` that replace its style. */
function wrapInMarks({ tagName, style, childNodes, ownerDocument }: HTMLElement): Node[] {
  const marks = {
    strong: /^(bold|bolder|[6-9]00)$/.test(style.fontWeight),
    em: style.fontStyle === 'italic',
    u: style.textDecorationLine.includes('underline'),
    s: style.textDecorationLine.includes('line-through'),
  };
  let nodes: Node[] = [...childNodes];
  for (const [mark, isOn] of Object.entries(marks)) {
    if (!isOn || tagName === 'B' || tagName === 'P') continue;
    const wrapper = ownerDocument.createElement(mark);
    wrapper.append(...nodes);
    nodes = [wrapper];
  }
  return nodes;
}

/** The HTML of nodes, in the subset of rich text. Merge tags are as they were typed. */
export function toSafeHtml(source: Node): string {
  const box = document.createElement('div');
  box.append(copyChildren(source));
  const isEmpty = (box.textContent ?? '') === '' && box.querySelector('li, img') === null;
  return isEmpty ? '' : restoreMergeTags(box.innerHTML);
}

function copyChildren(source: Node): DocumentFragment {
  const copy = document.createDocumentFragment();
  for (const child of source.childNodes) copy.append(copyNode(child));
  return copy;
}

function copyNode(node: Node): Node {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.nodeValue ?? '');
  if (!(node instanceof Element)) return document.createDocumentFragment();
  // Names of elements inside SVG are in lower case.
  const tag = node.tagName.toUpperCase();
  if (SILENT.has(tag)) return document.createDocumentFragment();
  const name = ELEMENTS[tag];
  const children = copyChildren(node);
  // Browsers make lists inside of paragraphs, where they may not be.
  const isBroken =
    name === 'p' && children.querySelector('p, ul, ol, h1, h2, h3, h4, h5, h6, pre, hr, blockquote') !== null;
  if (name === undefined || isBroken) return children;
  const element = document.createElement(name);
  for (const { name: key, value } of node.attributes) {
    if (isSafeAttribute(name, key, value)) element.setAttribute(key, value);
  }
  copyStyles(node as HTMLElement, element);
  element.append(children);
  return element;
}

function isSafeAttribute(element: string, name: string, value: string): boolean {
  if (element === 'img' && IMAGE_ATTRIBUTES.test(name)) return name !== 'src' || isSafe(value, IMAGE_SCHEMES);
  return ATTRIBUTES.test(name) && (name !== 'href' || isSafeLink(value));
}

/** Copies the safe styles. Uses style objects, because the page's content security policy may forbid style attributes. */
function copyStyles(from: HTMLElement, to: HTMLElement): void {
  if (from.tagName === 'FONT' && from.getAttribute('color'))
    to.style.color = from.getAttribute('color') ?? '';
  for (const name of from.style ?? []) {
    const value = from.style.getPropertyValue(name);
    const isKnown = STYLES.test(name) || (from.tagName === 'IMG' && IMAGE_STYLES.test(name));
    if (isKnown && !value.includes('(')) to.style.setProperty(name, value);
    else if (isKnown && /^(rgb|hsl)a?\([\d\s.,%/]+\)$/.test(value)) to.style.setProperty(name, value);
  }
}

export function isSafeLink(url: string): boolean {
  return isSafe(url, SCHEMES);
}

function isSafe(url: string, schemes: RegExp): boolean {
  // Browsers skip control characters and white space in schemes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they skip
  const address = url.replace(/[\u0000-\u0020]/g, '');
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(address);
  return !hasScheme || schemes.test(address);
}

/** Serializing writes `>` and `&` of texts as entities, which sending services do not read inside their tags. */
function restoreMergeTags(html: string): string {
  // Quotes in merge tags of links: the attribute gets the other quotes.
  const quoted = html.replace(/="([^"']*)"/g, (attribute, value: string) =>
    value.includes('&quot;') && /\{[{%]/.test(value) ? `='${value.replaceAll('&quot;', '"')}'` : attribute,
  );
  return quoted.replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, (tag) =>
    tag
      .replace(/&lt;(?=[\s=])/g, '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll('&nbsp;', ' '),
  );
}
