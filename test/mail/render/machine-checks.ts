import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** What machine checks of accessibility find in a mail: those of the Email Markup Consortium's report, and axe's on structure. */
export function findMachineFaults(html: string): string[] {
  const document = parseDocument(html);
  const all: Element[] = [];
  const visit = (nodes: AnyNode[]) => {
    for (const node of nodes) {
      if (!isTag(node)) continue;
      all.push(node);
      visit(node.children);
    }
  };
  visit(document.children);
  return [...checkFrame(all), ...all.flatMap(checkElement), ...checkHeadings(all)];
}

function checkFrame(all: readonly Element[]): string[] {
  const find = (name: string) => all.find((element) => element.name === name);
  const root = find('html');
  const wrapper = find('body')?.children.find(
    (child): child is Element => isTag(child) && !/display:\s*none/.test(child.attribs.style ?? ''),
  );
  const viewport = all.find(({ name, attribs }) => name === 'meta' && attribs.name === 'viewport');
  return [
    ...[root, wrapper].flatMap((element, index) => {
      const where = index === 0 ? 'html' : 'wrapper';
      return [
        ...(isLanguage(element?.attribs.lang) ? [] : [`${where}: no language`]),
        ...(/^(?:ltr|rtl)$/.test(element?.attribs.dir ?? '') ? [] : [`${where}: no direction`]),
      ];
    }),
    ...(textOf(find('title')) === '' ? ['no title'] : []),
    ...(/user-scalable\s*=\s*no|maximum-scale/.test(viewport?.attribs.content ?? '')
      ? ['zoom is blocked']
      : []),
  ];
}

const LISTS = ['ul', 'ol'];

function checkElement(element: Element): string[] {
  const { name, attribs } = element;
  const parent = element.parent && isTag(element.parent) ? element.parent.name : '';
  const faults: (string | false)[] = [
    name === 'img' && attribs.alt === undefined && 'picture without alt',
    name === 'area' && attribs.href !== undefined && (attribs.alt ?? '').trim() === '' && 'area without alt',
    name === 'table' &&
      !isLayout(attribs) &&
      !hasInside(element, ['th', 'caption']) &&
      'layout table without role',
    name === 'a' && attribs.href !== undefined && nameOf(element) === '' && 'link without a name',
    name === 'li' && !LISTS.includes(parent) && `li in ${parent}`,
    LISTS.includes(name) && hasStray(element, ['li'], true) && 'list with something else',
    name === 'dl' && hasStray(element, ['dt', 'dd', 'div'], false) && 'dl with something else',
    (name === 'dt' || name === 'dd') && !hasAround(element, 'dl') && `${name} outside dl`,
    /^h[1-6]$/.test(name) && nameOf(element) === '' && 'empty heading',
    attribs.lang !== undefined && !isLanguage(attribs.lang) && `lang ${attribs.lang}`,
    attribs['aria-hidden'] === 'true' && hasInside(element, ['a', 'area']) && 'hidden link',
    attribs.role !== undefined &&
      !/^(?:article|group|none|note|presentation|separator|img)$/.test(attribs.role) &&
      `role ${attribs.role}`,
    attribs['aria-label'] !== undefined &&
      ['div', 'span', 'p', 'li'].includes(name) &&
      attribs.role === undefined &&
      'name of a nameless element',
  ];
  return faults.filter((fault) => fault !== false);
}

function checkHeadings(all: readonly Element[]): string[] {
  const levels = all.filter(({ name }) => /^h[1-6]$/.test(name)).map(({ name }) => Number(name.slice(1)));
  return levels.flatMap((level, index) => {
    const before = levels[index - 1];
    return before !== undefined && level > before + 1 ? [`h${level} after h${before}`] : [];
  });
}

const isLayout = ({ role }: Element['attribs']) => role === 'presentation' || role === 'none';

function isLanguage(tag: string | undefined): boolean {
  try {
    return tag !== undefined && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

function textOf(node: AnyNode | undefined): string {
  if (node === undefined) return '';
  if (isText(node)) return node.data.trim();
  return isTag(node) ? node.children.map(textOf).join('').trim() : '';
}

function nameOf(element: Element): string {
  const pictures = (node: AnyNode): string =>
    isTag(node) ? `${node.attribs.alt ?? ''}${node.children.map(pictures).join('')}` : '';
  return `${element.attribs['aria-label'] ?? ''}${pictures(element)}${textOf(element)}`.trim();
}

function hasInside(element: Element, names: readonly string[]): boolean {
  return element.children.some(
    (child) => isTag(child) && (names.includes(child.name) || hasInside(child, names)),
  );
}

function hasAround(element: Element, name: string): boolean {
  const { parent } = element;
  return (
    parent !== null &&
    isTag(parent as AnyNode) &&
    ((parent as Element).name === name || hasAround(parent as Element, name))
  );
}

/** Merge tags may stand between items, because they write some. */
function hasStray(element: Element, names: readonly string[], isTextStray: boolean): boolean {
  return element.children.some((child) =>
    isTag(child)
      ? !names.includes(child.name)
      : isTextStray && isText(child) && child.data.replace(/\{[{%].*?[%}]\}/g, '').trim() !== '',
  );
}
