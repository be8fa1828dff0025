import { ImportRefusal } from '../context.ts';
import { readLength } from '../css/values.ts';
import { type Fields, fieldAt, fieldsOf, listOf, stringOf } from '../design.ts';
import { addNote, type Notes } from '../report.ts';
import { pick, writeBox, writeColumns, writeCss, writeElement } from './write-markup.ts';

/** The state of one translation: the style sheet for texts, and the report. */
interface Translation {
  notes: Notes;
  rules: string[];
}

type Writer = (translation: Translation, node: Fields, path: string) => string;

const WRITERS: Readonly<Record<string, Writer>> = {
  fullwidth: writeBand,
  box: (translation, node, path) =>
    writeMargins(node, writeBox(boxCss(node), writeChildren(translation, node, path))),
  multicolumn: writeMulticolumn,
  text: writeText,
  image: writeImage,
  button: writeButton,
  divider: writeDivider,
  code: (_translation, node) => htmlOf(node),
  html: (_translation, node) => htmlOf(node),
  video: writeImage,
};

/**
 * The HTML of a document of the Chamaileon editor: `body.children`, a tree of bands (`fullwidth`), boxes, columns and
 * elements, each with `attrs` and `style`.
 * @throws ImportRefusal if it is no such document
 */
export function chamaileonToHtml(design: Fields, notes: Notes): string {
  const document = fieldAt(design, 'document') ?? design;
  const body = fieldsOf(fieldAt(document, 'body'));
  if (!Array.isArray(body.children)) {
    throw new ImportRefusal(
      'not_that_format',
      'This is no Chamaileon document: it has no list "body.children".',
    );
  }
  const translation: Translation = { notes, rules: [] };
  const content = writeChildren(translation, body, '/body');
  const title = stringOf(fieldAt(document, 'title')) ?? stringOf(fieldAt(document, 'subject')) ?? '';
  const head = `<head>${writeElement('title', {}, Bun.escapeHTML(title))}<style>${translation.rules.join('\n')}</style></head>`;
  const preview =
    stringOf(fieldAt(document, 'previewText')) ?? stringOf(fieldAt(body, 'attrs', 'previewText')) ?? '';
  const preheader = preview === '' ? '' : `<div style="display: none">${Bun.escapeHTML(preview)}</div>`;
  const style = writeCss({ margin: 0, ...pick(body.style, /^(?:background-color|color|font-family)$/) });
  return `<html>${head}${writeElement('body', { style }, preheader + content)}</html>`;
}

function writeChildren(translation: Translation, node: Fields, path: string): string {
  return listOf(node.children)
    .map((child, index) => writeNode(translation, fieldsOf(child), `${path}/children/${index}`))
    .join('');
}

function writeNode(translation: Translation, node: Fields, path: string): string {
  const type = stringOf(node.type) ?? '';
  const attrs = fieldsOf(node.attrs);
  if (attrs.hideOnMobile === true || attrs.hideOnDesktop === true) {
    const why = 'Parts for phones or desktops only are shown on both; set the visibility of the blocks.';
    addNote(translation.notes, 'hideOnMobile', why, path);
  }
  if (Object.hasOwn(WRITERS, type)) return (WRITERS[type] as Writer)(translation, node, path);
  const html = htmlOf(node);
  if (!Array.isArray(node.children) && html === '') {
    addNote(
      translation.notes,
      `element ${type || 'without a type'}`,
      'There is no block for it; it was left out.',
      path,
    );
  }
  return html + writeChildren(translation, node, path);
}

function htmlOf(node: Fields): string {
  const { html, code, content, text } = fieldsOf(node.attrs);
  return stringOf(html) ?? stringOf(code) ?? stringOf(content) ?? stringOf(text) ?? '';
}

const BOX = /^(?:padding|background-color|border)/;

const boxCss = (node: Fields): string => writeCss(withoutEmptyBorders(pick(node.style, BOX)));

function withoutEmptyBorders(style: Fields): Fields {
  return Object.fromEntries(
    Object.entries(style).filter(([, value]) => !/^0(?:px)? /.test(stringOf(value) ?? '')),
  );
}

/** The margins of an element as a box around it. */
function writeMargins(node: Fields, content: string, align?: string): string {
  const sides = ['top', 'right', 'bottom', 'left'].map(
    (side) => readLength(fieldAt(node.style, `margin-${side}`)) ?? 0,
  );
  if (sides.every((side) => side === 0) && align === undefined) return content;
  const padding = sides.map((side) => `${side}px`).join(' ');
  // Not a table: the padding of a cell around a link would be that of the button.
  return writeElement('div', { style: writeCss({ padding, 'text-align': align }) }, content);
}

/** A band of the whole width, with content of the width of the mail in it. */
function writeBand(translation: Translation, node: Fields, path: string): string {
  const style = fieldsOf(node.style);
  const content = Object.fromEntries(
    Object.entries(pick(style, /^content-(?:padding|background-color|border)/)).map(([key, value]) => [
      key.slice('content-'.length),
      value,
    ]),
  );
  const width = readLength(style['content-width']) ?? readLength(style['body-width']) ?? 600;
  const inner = writeElement(
    'table',
    { role: 'presentation', width, align: 'center', cellpadding: '0', cellspacing: '0' },
    `<tr>${writeElement('td', { style: writeCss(withoutEmptyBorders(content)) }, writeChildren(translation, node, path))}</tr>`,
  );
  return writeBox(writeCss(pick(style, /^background-color$/)), inner);
}

function writeMulticolumn(translation: Translation, node: Fields, path: string): string {
  const columns = listOf(node.children).map((column, index) => ({
    width: readLength(fieldAt(column, 'style', 'width')),
    style: writeCss(pick(fieldAt(column, 'style'), /^background-color$/)),
    content: writeChildren(translation, fieldsOf(column), `${path}/children/${index}`),
  }));
  return columns.length === 0 ? '' : writeColumns(columns);
}

/** Rich text. The styles of its headings and links are rules for a class of its own. */
function writeText(translation: Translation, node: Fields): string {
  const text = htmlOf(node);
  const style = fieldsOf(node.style);
  const name = `t${translation.rules.length}`;
  for (const tag of ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'a']) {
    const css = writeCss(style[tag]);
    if (css !== '' && text.includes(`<${tag}`)) translation.rules.push(`.${name} ${tag} { ${css} }`);
  }
  const used = pick(style, /^(?:padding|background-color|line-height|color|font|letter-spacing|text-align)/);
  return writeElement('div', { class: name, style: writeCss(used) }, text);
}

/** A picture, also that of a video. */
function writeImage(_translation: Translation, node: Fields): string {
  const { link, href, altText, align } = fieldsOf(node.attrs);
  const style = fieldsOf(node.style);
  const picture = writeElement(
    'img',
    { src: style.src, alt: stringOf(altText) ?? '', width: readLength(style.width) },
    '',
  );
  const address = stringOf(link) || stringOf(href);
  const content = address ? writeElement('a', { href: address, target: '_blank' }, picture) : picture;
  return writeMargins(node, writeBox(`${boxCss(node)}; text-align: ${stringOf(align) ?? 'center'}`, content));
}

function writeButton(_translation: Translation, node: Fields): string {
  const { text, href, align, sizeType } = fieldsOf(node.attrs);
  const looks = pick(node.style, /^(?:padding|background-color|border|color|font|line-height)/);
  const display = sizeType === 'FULL_WIDTH' ? 'block' : 'inline-block';
  const style = writeCss({ display, 'text-decoration': 'none', ...withoutEmptyBorders(looks) });
  const label = (stringOf(text) ?? '').replace(/<[^<>]*>/g, ' ').trim();
  const link = writeElement('a', { href: stringOf(href) || '#', target: '_blank', style }, label);
  return writeMargins(node, link, stringOf(align) ?? 'center');
}

function writeDivider(_translation: Translation, node: Fields): string {
  const line = stringOf(fieldAt(node.attrs, 'lineStyle')) ?? '0px solid transparent';
  const rule = writeElement('hr', { style: writeCss({ border: 'none', 'border-top': line, margin: 0 }) }, '');
  return writeBox(boxCss(node), rule);
}
