import { platformByUrl } from '../blocks/social-platforms.ts';
import { ImportRefusal } from '../context.ts';
import { type Fields, fieldAt, fieldsOf, listOf, parseIfText, stringOf } from '../design.ts';
import { addNote, type Notes } from '../report.ts';
import { escapeText } from '../text.ts';
import { writeElement } from './write-markup.ts';

/** Types of blocks with blocks inside; other blocks belong into a column. */
const CONTAINERS = new Set(['wrapper', 'section', 'group', 'column', 'hero', 'template']);

/**
 * The MJML of a template of Easy Email: a tree of blocks of the type `page`, `section`, `column`, `text` and so on, or
 * `advanced_…` of the same, each with the `attributes` of its MJML component and `data.value`.
 * @throws ImportRefusal if it is no such template
 */
export function easyEmailToMjml(design: Fields, notes: Notes): string {
  const content = parseIfText(design.content) ?? design;
  const page = fieldsOf(content);
  if (page.type !== 'page' || !Array.isArray(page.children)) {
    throw new ImportRefusal(
      'not_that_format',
      'This is no Easy Email template: it has no block of the type "page".',
    );
  }
  const value = fieldsOf(fieldAt(page.data, 'value'));
  const { width, 'background-color': background } = fieldsOf(page.attributes);
  const body = listOf(page.children)
    .map((child, index) => writeRow(notes, fieldsOf(child), `/content/children/${index}`))
    .join('');
  const text = {
    'font-size': value['font-size'],
    'line-height': value['line-height'],
    color: value['text-color'],
  };
  const head = [
    titled('mj-title', design.subject),
    titled('mj-preview', design.subTitle),
    writeElement(
      'mj-attributes',
      {},
      writeElement('mj-all', { 'font-family': value['font-family'] }, '') + writeElement('mj-text', text, ''),
    ),
  ];
  const attributes = { width, 'background-color': background ?? value['content-background-color'] };
  return `<mjml><mj-head>${head.join('')}</mj-head>${writeElement('mj-body', attributes, body)}</mjml>`;
}

function titled(name: string, text: unknown): string {
  return typeof text === 'string' && text !== '' ? writeElement(name, {}, escapeText(text)) : '';
}

const nameOf = (block: Fields): string =>
  (stringOf(block.type) ?? '').replace(/^(?:advanced_|standard-)/, '');

/** Blocks of the newer editor whose children are texts, and the element they are in. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'p'],
  ['h1', 'h1'],
  ['h2', 'h2'],
  ['h3', 'h3'],
  ['h4', 'h4'],
]);
const MARKS: readonly [field: string, tag: string][] = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
];

/** The texts of a block, with their marks, links and merge tags. */
function writeTexts(nodes: readonly unknown[], depth = 0): string {
  if (depth > 20) return '';
  return nodes
    .map((node) => {
      const fields = fieldsOf(node);
      const text = stringOf(fields.text);
      if (text !== undefined)
        return MARKS.reduce(
          (inner, [field, tag]) => (fields[field] === true ? `<${tag}>${inner}</${tag}>` : inner),
          escapeText(text),
        );
      const inner = writeTexts(listOf(fields.children), depth + 1);
      if (fields.type === 'merge-tag') return `{{${inner}}}`;
      const href = stringOf(fieldAt(fields.data, 'href')) ?? stringOf(fields.href);
      return href === undefined ? inner : writeElement('a', { href }, inner);
    })
    .join('');
}

/** A block of the page. Those that belong into a column get a section of their own, as the editor does. */
function writeRow(notes: Notes, block: Fields, path: string): string {
  const written = writeBlock(notes, block, path);
  return written === '' || CONTAINERS.has(nameOf(block))
    ? written
    : writeElement('mj-section', { padding: '0px' }, writeElement('mj-column', {}, written));
}

function writeBlock(notes: Notes, block: Fields, path: string): string {
  const name = nameOf(block);
  const attributes = fieldsOf(block.attributes);
  const value = fieldsOf(fieldAt(block.data, 'value'));
  recordCondition(notes, value, path);
  const texts = listOf(block.children);
  const tag = TEXTS.get(name);
  if (tag !== undefined) return writeElement('mj-text', attributes, writeElement(tag, {}, writeTexts(texts)));
  if (name === 'button' && value.content === undefined)
    return writeElement(
      'mj-button',
      attributes,
      stringOf(fieldAt(block.data, 'content')) ?? writeTexts(texts),
    );
  const children = texts
    .map((child, index) => writeBlock(notes, fieldsOf(child), `${path}/children/${index}`))
    .join('');
  if (name === 'template') return children;
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name)) {
    addNote(
      notes,
      `block ${name || 'without a type'}`,
      'There is no component for it; it was left out.',
      path,
    );
    return children;
  }
  return writeElement(
    `mj-${name}`,
    attributes,
    (stringOf(value.content) ?? '') + itemsOf(name, value) + children,
  );
}

/** Conditions and loops are in a language of the editor. */
function recordCondition(notes: Notes, value: Fields, path: string): void {
  const isUsed = [value.condition, value.iteration].some((part) => fieldAt(part, 'enabled') === true);
  if (isUsed)
    addNote(
      notes,
      'condition',
      'Conditions and loops of blocks were left out; write them as display conditions.',
      path,
    );
}

/** The entries of a menu, of social icons, of a carousel or of a table. */
function itemsOf(name: string, value: Fields): string {
  if (name === 'navbar') {
    return listOf(value.links)
      .map((link) =>
        writeElement('mj-navbar-link', without(link, 'content'), stringOf(fieldAt(link, 'content')) ?? ''),
      )
      .join('');
  }
  if (name === 'social') {
    return listOf(value.elements)
      .map((item) => {
        const platform = platformByUrl(stringOf(fieldAt(item, 'href')) ?? '');
        return writeElement(
          'mj-social-element',
          { name: platform, ...without(item, 'content') },
          stringOf(fieldAt(item, 'content')) ?? '',
        );
      })
      .join('');
  }
  if (name === 'carousel') {
    return listOf(value.images)
      .map((image) => writeElement('mj-carousel-image', fieldsOf(image), ''))
      .join('');
  }
  return name === 'table' ? writeRows(value.tableSource) : '';
}

function without(item: unknown, key: string): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(item)).filter(([name]) => name !== key));
}

function writeRows(rows: unknown): string {
  return listOf(rows)
    .map(
      (row) =>
        `<tr>${listOf(row)
          .map((cell) => `<td>${stringOf(fieldAt(cell, 'content')) ?? ''}</td>`)
          .join('')}</tr>`,
    )
    .join('');
}
