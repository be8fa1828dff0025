import { ImportRefusal } from '../context.ts';
import { type Fields, fieldAt, fieldsOf, listOf, parseIfText, stringOf } from '../design.ts';
import { escapeText } from '../text.ts';
import { writeCss, writeElement } from './write-markup.ts';

/** Styles of components by selector, such as `#ixy`. */
type Styles = ReadonlyMap<string, Fields>;

/** Components of the plain editor that name no element, by their element. */
const ELEMENTS: Readonly<Record<string, string>> = {
  image: 'img',
  link: 'a',
  text: 'div',
  cell: 'td',
  row: 'tr',
  table: 'table',
};

/** The markup of a GrapesJS project: MJML of its MJML plugin, or HTML of its newsletter preset. */
interface GrapesMarkup {
  format: 'mjml' | 'html';
  text: string;
}

/**
 * Reads a GrapesJS project: `pages[0].frames[0].component`, or the older `components`, a tree of components with `type`,
 * `tagName`, `attributes`, `components` and `content`.
 * @throws ImportRefusal if it is no such project
 */
export function grapesToMarkup(design: Fields): GrapesMarkup {
  const frame = fieldAt(listOf(fieldAt(listOf(design.pages)[0], 'frames'))[0], 'component');
  const older = parseIfText(design.components ?? design['gjs-components']);
  const root = frame ?? (Array.isArray(older) ? { components: older } : older);
  if (root === undefined || listOf(fieldAt(root, 'components')).length === 0) {
    throw new ImportRefusal(
      'not_that_format',
      'This is no GrapesJS project: it has no page with components.',
    );
  }
  const styles = readStyles(parseIfText(design.styles ?? design['gjs-styles']));
  const text = writeChildren(fieldsOf(root), styles);
  if (!text.includes('<mj-')) return { format: 'html', text: `<html><body>${text}</body></html>` };
  return {
    format: 'mjml',
    text: text.includes('<mjml')
      ? text
      : `<mjml>${text.includes('<mj-body') ? text : `<mj-body>${text}</mj-body>`}</mjml>`,
  };
}

/** Rules of one simple selector, without those for some screens. */
function readStyles(styles: unknown): Styles {
  const found = new Map<string, Fields>();
  for (const rule of listOf(styles)) {
    const [selector, second] = listOf(fieldAt(rule, 'selectors'));
    const name = stringOf(selector) ?? nameOf(selector);
    if (name === undefined || second !== undefined || fieldAt(rule, 'mediaText')) continue;
    found.set(name, { ...found.get(name), ...fieldsOf(fieldAt(rule, 'style')) });
  }
  return found;
}

function nameOf(selector: unknown): string | undefined {
  const name = stringOf(fieldAt(selector, 'name'));
  return name === undefined ? undefined : `${fieldAt(selector, 'type') === 2 ? '#' : '.'}${name}`;
}

function writeChildren(component: Fields, styles: Styles): string {
  const { components, content } = component;
  const inner =
    typeof components === 'string'
      ? components
      : listOf(components)
          .map((child) => writeComponent(child, styles))
          .join('');
  return inner === '' ? (stringOf(content) ?? '') : inner;
}

function writeComponent(component: unknown, styles: Styles): string {
  if (typeof component === 'string') return component;
  const fields = fieldsOf(component);
  const type = stringOf(fields.type) ?? '';
  if (type === 'textnode') return escapeText(stringOf(fields.content) ?? '');
  if (type === 'comment') return '';
  const name = tagOf(stringOf(fields.tagName), type);
  const inner = writeChildren(fields, styles);
  if (type === 'wrapper' || name === undefined) return inner;
  const attributes = fieldsOf(fields.attributes);
  const style = styleOf(fields, attributes, styles);
  const src = stringOf(fields.src);
  // The components of MJML have attributes for what CSS says.
  if (name.startsWith('mj')) return writeElement(name, { ...style, ...attributes }, inner);
  return writeElement(name, { ...(src && { src }), ...attributes, style: writeCss(style) }, inner);
}

function tagOf(tagName: string | undefined, type: string): string | undefined {
  const name =
    tagName ?? (type.startsWith('mj') ? type : Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type] : 'div');
  return name !== undefined && /^[a-z][a-z0-9-]*$/i.test(name) ? name : undefined;
}

function styleOf({ style, classes }: Fields, attributes: Fields, styles: Styles): Fields {
  const names = listOf(classes).map(
    (entry) => `.${stringOf(entry) ?? stringOf(fieldAt(entry, 'name')) ?? ''}`,
  );
  const rules = [...names, `#${stringOf(attributes.id) ?? ''}`].map((name) => styles.get(name) ?? {});
  return Object.assign({}, ...rules, fieldsOf(style));
}
