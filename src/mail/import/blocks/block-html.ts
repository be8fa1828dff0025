import type { HtmlBlock, LeafBlock } from '../../model/index.ts';
import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import { type HtmlElement, outerSource, walkElements } from '../../parse/html.ts';
import { type ImportContext, note } from '../context.ts';
import type { Sides } from '../css/values.ts';
import type { NoteLocation } from '../report.ts';
import { escapeAttribute, escapeText } from '../text.ts';
import { makeHtml } from './make-block.ts';

/** An html block of HTML that its author wrote; none for blank HTML. */
export function keepHtml(context: ImportContext, html: string, location: NoteLocation): HtmlBlock[] {
  if (html.trim() === '') return [];
  if (/<script\b(?![^<>]*ld\+json)/i.test(html))
    note(context, 'script', 'It is kept inside an html block; no mail program runs it.', location);
  return [makeHtml(context, html)];
}

/** Structured data of a head as html blocks, which show nothing: exports write it into their head. */
export function keepStructuredData(context: ImportContext, head: HtmlElement | undefined): HtmlBlock[] {
  const scripts = head ? [...walkElements(head)].filter(isStructuredData).slice(0, MAX_SCRIPTS) : [];
  return scripts.map((script) => {
    note(
      context,
      'application/ld+json',
      'It is in an html block at the end, which exports write into the head.',
      script,
    );
    return makeHtml(context, outerSource(script));
  });
}

/** Most html blocks of structured data. */
const MAX_SCRIPTS = 20;

/** Whether an element is JSON-LD, which no program runs. */
export function isStructuredData({ name, attribs }: HtmlElement): boolean {
  return name === 'script' && /^\s*application\/ld\+json/i.test(attribs.type ?? '');
}

/**
 * Writes a block as simple HTML with inline styles, for use inside an html block. Only texts, images, buttons, dividers
 * and spacers; undefined for other types.
 */
export function writeBlockHtml(block: LeafBlock): string | undefined {
  const inner = writeInner(block);
  if (inner === undefined) return undefined;
  const { padding, backgroundColor } = block.styles;
  const background = backgroundColor ? `; background-color: ${backgroundColor}` : '';
  return `<div style="${escapeAttribute(`padding: ${sidesCss(padding)}${background}`)}">${inner}</div>`;
}

function writeInner(block: LeafBlock): string | undefined {
  switch (block.type) {
    case 'title': {
      const css = [
        'margin: 0',
        `text-align: ${block.textAlign}`,
        `font-size: ${HEADING_PIXELS[block.level]}px`,
        block.color && `color: ${block.color}`,
        block.fontFamily && `font-family: ${block.fontFamily}`,
      ];
      return `<h${block.level} style="${styleOf(css)}">${block.content}</h${block.level}>`;
    }
    case 'paragraph':
      return block.content;
    case 'html':
      return block.content;
    case 'image':
      return writeImage(block);
    case 'button':
      return writeButton(block);
    case 'divider':
      return `<div style="${styleOf([`border-top: ${block.thickness}px ${block.lineStyle} ${block.color}`])}"></div>`;
    case 'spacer':
      return `<div style="height: ${block.height}px; line-height: ${block.height}px">&#8202;</div>`;
    default:
      return undefined;
  }
}

function writeImage(block: Extract<LeafBlock, { type: 'image' }>): string {
  const width = block.width === 'full' ? '100%' : `${block.width}`;
  const size = block.width === 'full' ? '100%' : `${block.width}px`;
  const css = styleOf(['border: 0', 'max-width: 100%', `width: ${size}`]);
  const image = `<img src="${escapeAttribute(block.src)}" alt="${escapeAttribute(block.alt)}" width="${width}" style="${css}">`;
  const linked =
    block.linkUrl === undefined ? image : `<a href="${escapeAttribute(block.linkUrl)}">${image}</a>`;
  return `<div style="text-align: ${block.align}">${linked}</div>`;
}

function writeButton(block: Extract<LeafBlock, { type: 'button' }>): string {
  const css = styleOf([
    'display: inline-block',
    'text-decoration: none',
    `background-color: ${block.backgroundColor}`,
    `color: ${block.textColor}`,
    `font-size: ${block.fontSize}px`,
    `border-radius: ${block.borderRadius}px`,
    `padding: ${sidesCss(block.buttonPadding)}`,
    block.fontFamily && `font-family: ${block.fontFamily}`,
  ]);
  const link = `<a href="${escapeAttribute(block.url)}" style="${css}">${escapeText(block.text)}</a>`;
  return `<div style="text-align: ${block.align ?? 'center'}">${link}</div>`;
}

function styleOf(parts: readonly (string | undefined)[]): string {
  return escapeAttribute(parts.filter((part) => part !== undefined && part !== '').join('; '));
}

function sidesCss({ top, right, bottom, left }: Sides): string {
  return `${top}px ${right}px ${bottom}px ${left}px`;
}
