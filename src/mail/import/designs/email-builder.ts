import { ImportRefusal } from '../context.ts';
import { type Fields, fieldAt, fieldsOf, listOf, stringOf } from '../design.ts';
import { addNote, type Notes } from '../report.ts';
import { escapeText } from '../text.ts';
import { pick, writeBox, writeColumns, writeCss, writeElement } from './write-markup.ts';

/** Blocks by their ids, and those that were not written yet: each is written once, so that no cycle is endless. */
interface Translation {
  blocks: Fields;
  unwritten: Set<string>;
  notes: Notes;
}

interface Part {
  style: Fields;
  props: Fields;
}

type Writer = (translation: Translation, part: Part) => string;

const WRITERS: Readonly<Record<string, Writer>> = {
  Container: (translation, { style, props }) =>
    writeBox(writeCss(style), writeChildren(translation, props.childrenIds)),
  ColumnsContainer: writeColumnsContainer,
  Text: writeText,
  Heading: (_translation, { style, props }) =>
    writeElement(headingOf(props.level), { style: blockCss(style, { margin: 0 }) }, lines(props.text)),
  Button: writeButton,
  Image: writeImage,
  Avatar: writeAvatar,
  Divider: writeDivider,
  Spacer: (_translation, { props }) =>
    writeElement('div', { style: writeCss({ height: props.height ?? 16 }) }, '&nbsp;'),
  Html: (_translation, { style, props }) =>
    writeElement('div', { style: blockCss(style) }, stringOf(props.contents) ?? ''),
};

/** Fonts by their names in the format. */
const FONTS: Readonly<Record<string, string>> = {
  MODERN_SANS: "'Helvetica Neue', Arial, sans-serif",
  BOOK_SANS: 'Optima, Candara, sans-serif',
  ORGANIC_SANS: "Seravek, 'Gill Sans Nova', Calibri, sans-serif",
  GEOMETRIC_SANS: 'Avenir, Montserrat, sans-serif',
  HEAVY_SANS: "Bahnschrift, 'Franklin Gothic Medium', sans-serif",
  ROUNDED_SANS: 'Quicksand, Comfortaa, sans-serif',
  MODERN_SERIF: 'Charter, Cambria, serif',
  BOOK_SERIF: "'Palatino Linotype', Palatino, serif",
  MONOSPACE: "'Courier New', monospace",
};

/**
 * The HTML of a document of usewaypoint's email-builder: blocks by id, of which `root` is the layout. Every other block
 * has `data.style` and `data.props`.
 * @throws ImportRefusal if it is no such document
 */
export function emailBuilderToHtml(design: Fields, notes: Notes): string {
  const root = fieldsOf(design.root);
  const layout = fieldsOf(root.data);
  if (root.type !== 'EmailLayout') {
    throw new ImportRefusal(
      'not_that_format',
      'This is no document of email-builder: it has no "root" of the type "EmailLayout".',
    );
  }
  const translation = { blocks: design, unwritten: new Set(Object.keys(design)), notes };
  translation.unwritten.delete('root');
  const content = writeChildren(translation, layout.childrenIds);
  const canvas = {
    'background-color': layout.canvasColor ?? '#ffffff',
    ...pick(layout, /^border-?radius$/i),
  };
  const inner = writeElement(
    'table',
    { role: 'presentation', width: 600, align: 'center', cellpadding: '0', cellspacing: '0' },
    `<tr>${writeElement('td', { style: writeCss(canvas) }, content)}</tr>`,
  );
  const style = writeCss({
    margin: 0,
    'background-color': layout.backdropColor ?? '#f5f5f5',
    color: layout.textColor ?? '#262626',
    'font-family': fontOf(layout.fontFamily) ?? FONTS.MODERN_SANS,
    'font-size': '16px',
    'line-height': 1.5,
  });
  return `<html>${writeElement('body', { style }, writeBox('padding: 32px 0', inner))}</html>`;
}

function writeChildren(translation: Translation, ids: unknown): string {
  return listOf(ids)
    .map((id) =>
      typeof id === 'string' && translation.unwritten.delete(id) ? writeBlock(translation, id) : '',
    )
    .join('');
}

function writeBlock(translation: Translation, id: string): string {
  const block = translation.blocks[id];
  const type = stringOf(fieldAt(block, 'type')) ?? '';
  const style = fieldsOf(fieldAt(block, 'data', 'style'));
  const props = fieldsOf(fieldAt(block, 'data', 'props'));
  if (Object.hasOwn(WRITERS, type)) return (WRITERS[type] as Writer)(translation, { style, props });
  const why = 'There is no block for it; what is in it was kept.';
  addNote(translation.notes, `block ${type || 'without a type'}`, why, `/${id}`);
  return writeChildren(translation, props.childrenIds) + lines(props.text);
}

const fontOf = (name: unknown) =>
  typeof name === 'string' && Object.hasOwn(FONTS, name) ? FONTS[name] : undefined;

function blockCss(style: Fields, more: Fields = {}): string {
  return writeCss({ ...more, ...style, fontFamily: fontOf(style.fontFamily) });
}

function headingOf(level: unknown): string {
  return level === 'h1' || level === 'h3' ? level : 'h2';
}

/** Plain text as markup; line breaks stay. */
function lines(text: unknown): string {
  return escapeText(stringOf(text) ?? '').replaceAll('\n', '<br>');
}

function writeText(_translation: Translation, { style, props }: Part): string {
  const text = stringOf(props.text) ?? '';
  return writeElement(
    'div',
    { style: blockCss(style) },
    props.markdown === true ? Bun.markdown.html(text) : lines(text),
  );
}

function writeColumnsContainer(translation: Translation, { style, props }: Part): string {
  const count = props.columnsCount === 3 ? 3 : 2;
  const gap = typeof props.columnsGap === 'number' ? props.columnsGap : 0;
  const columns = listOf(props.columns)
    .slice(0, count)
    .map((column, index) => ({
      width: listOf(props.fixedWidths)[index] ?? `${Math.round(100 / count)}%`,
      style: gap > 0 ? `padding: 0 ${index < count - 1 ? gap / 2 : 0}px 0 ${index > 0 ? gap / 2 : 0}px` : '',
      content: writeChildren(translation, fieldAt(column, 'childrenIds')),
    }));
  return writeBox(writeCss(style), writeColumns(columns));
}

const BUTTON_PADDING: Readonly<Record<string, string>> = {
  'x-small': '4px 8px',
  small: '8px 12px',
  medium: '12px 20px',
  large: '16px 32px',
};
const BUTTON_RADIUS: Readonly<Record<string, number>> = { rectangle: 0, rounded: 4, pill: 64 };

function writeButton(_translation: Translation, { style, props }: Part): string {
  const look = writeCss({
    display: props.fullWidth === true ? 'block' : 'inline-block',
    'background-color': props.buttonBackgroundColor ?? '#999999',
    color: props.buttonTextColor ?? '#ffffff',
    'border-radius': BUTTON_RADIUS[stringOf(props.buttonStyle) ?? 'rounded'] ?? 4,
    padding: BUTTON_PADDING[stringOf(props.size) ?? 'medium'] ?? '12px 20px',
    'font-size': style.fontSize ?? 16,
    'font-weight': style.fontWeight ?? 'bold',
    'font-family': fontOf(style.fontFamily),
    'text-decoration': 'none',
  });
  const link = writeElement(
    'a',
    { href: stringOf(props.url) || '#', target: '_blank', style: look },
    lines(props.text),
  );
  // Not a table: the padding of a cell around a link would be that of the button.
  const around = writeCss(pick(style, /^(?:padding|backgroundColor|textAlign)$/));
  return writeElement('div', { style: around }, link);
}

function writeImage(_translation: Translation, { style, props }: Part): string {
  const { url, alt, width, height, linkHref } = props;
  const picture = writeElement('img', { src: url, alt: stringOf(alt) ?? '', width, height }, '');
  const content = stringOf(linkHref)
    ? writeElement('a', { href: linkHref, target: '_blank' }, picture)
    : picture;
  return writeBox(writeCss(style), content);
}

function writeAvatar(translation: Translation, { style, props }: Part): string {
  const size = typeof props.size === 'number' ? props.size : 64;
  return writeImage(translation, {
    style,
    props: { url: props.imageUrl, alt: props.alt, width: size, height: size },
  });
}

function writeDivider(_translation: Translation, { style, props }: Part): string {
  const { lineColor = '#333333', lineHeight = 1 } = props;
  const line = `${typeof lineHeight === 'number' ? lineHeight : 1}px solid ${stringOf(lineColor) ?? '#333333'}`;
  return writeBox(
    writeCss(style),
    writeElement('hr', { style: `border: none; border-top: ${line}; margin: 0` }, ''),
  );
}
