import type { LeafBlock } from '../../model/index.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { levelOfName, makeHeading } from '../blocks/text-block.ts';
import { readFragmentText } from '../html/read-fragment.ts';
import { padBlocks } from '../html/to-rows.ts';
import { type ImportRun, note } from '../import-run.ts';
import { findHtml, lookOf, paddingOf, withVisibility } from '../json/design-style.ts';
import { type Fields, fieldAt, fieldsOf, stringOf } from '../json/parse-design.ts';
import { parseMarkup } from '../markup/parse-markup.ts';
import { readIcons, readMenu, readSocial, readTable } from './list-modules.ts';
import { readButton, readDivider, readImage, readSpacer, readVideo } from './media-modules.ts';

/** Reads the descriptor of a module into blocks without the padding around them. */
export type ModuleReader = (run: ImportRun, descriptor: Fields, path: string) => LeafBlock[];

const READERS: Readonly<Record<string, ModuleReader>> = {
  text: readText('text'),
  paragraph: readText('paragraph'),
  list: readText('list'),
  heading: readHeading,
  title: readHeading,
  image: readImage,
  button: readButton,
  divider: readDivider,
  spacer: readSpacer,
  social: readSocial,
  menu: readMenu,
  icons: readIcons,
  video: readVideo,
  table: readTable,
  html: readHtmlModule,
  empty: () => [],
};

/** The blocks of one module of a column. */
export function readModule(run: ImportRun, module: unknown, path: string): LeafBlock[] {
  const type = stringOf(fieldAt(module, 'type')) ?? '';
  const kind = type.replace(/^mailup-bee-newsletter-modules-/, '');
  const descriptor = fieldsOf(fieldAt(module, 'descriptor'));
  const reader = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  const blocks = reader ? reader(run, descriptor, path) : readUnknown(run, kind, descriptor, path);
  const computed = fieldsOf(descriptor.computedStyle);
  const padded = padBlocks(blocks, paddingOf(descriptor.style));
  return withVisibility(padded, computed.hideContentOnDesktop, computed.hideContentOnMobile);
}

function readUnknown(run: ImportRun, kind: string, descriptor: Fields, path: string): LeafBlock[] {
  const html = findHtml(descriptor);
  const what = `module ${kind || 'without a type'}`;
  if (html === undefined) {
    note(run, what, 'There is no block for it and it holds no text; it was left out.', path);
    return [];
  }
  note(run, what, 'There is no block for it; its HTML is kept.', path);
  return [makeHtml(run, html)];
}

function readText(key: string): ModuleReader {
  return (run, descriptor) => {
    const html =
      stringOf(fieldAt(descriptor, key, 'html')) ?? stringOf(fieldAt(descriptor, key, 'text')) ?? '';
    return readFragmentText(run, html, lookOf(fieldAt(descriptor, key, 'style'), run.base));
  };
}

function readHeading(run: ImportRun, descriptor: Fields): LeafBlock[] {
  const heading = fieldsOf(descriptor.heading ?? descriptor.title);
  const html = stringOf(heading.text) ?? stringOf(heading.html) ?? '';
  const look = lookOf(heading.style, run.base);
  const level = levelOfName(stringOf(heading.title) ?? '') ?? 2;
  const bold = look.isBold ?? true;
  const { children } = parseMarkup({ text: html });
  const block = makeHeading(run, children, { ...look, isBold: bold }, level, {
    padding: paddingOf(undefined),
  });
  return block ? [block] : [];
}

function readHtmlModule(run: ImportRun, descriptor: Fields, path: string): LeafBlock[] {
  const html = stringOf(fieldAt(descriptor, 'html', 'html')) ?? '';
  if (html.trim() === '') return [];
  if (/<script\b/i.test(html))
    note(run, 'script', 'It is kept inside an html block; no mail program runs it.', path);
  return [makeHtml(run, html)];
}
