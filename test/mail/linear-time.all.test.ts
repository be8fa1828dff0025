import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { undoNotationChanges } from '../../src/features/ai/changes/tidy.ts';
import { compareMarkup } from '../../src/features/ai/rewrite/markup.ts';
import { readForm } from '../../src/http/multipart/form.ts';
import { importContent } from '../../src/mail/import/index.ts';
import { readEml } from '../../src/mail/import/read-eml.ts';
import { diffContent } from '../../src/mail/model/diff/diff-content.ts';
import {
  mergeContents,
  outlineContent,
  parseContent,
  type TemplateContent,
} from '../../src/mail/model/index.ts';
import { parseColor } from '../../src/mail/parse/color.ts';
import { parseStyle } from '../../src/mail/parse/css.ts';
import { parseHtml } from '../../src/mail/parse/html.ts';
import { maskMergeTags } from '../../src/mail/parse/mask-merge-tags.ts';
import { listMergeTags, splitMergeTags } from '../../src/mail/parse/merge-tags.ts';
import { safeDeclarations } from '../../src/mail/parse/safe-style.ts';
import { applyData } from '../../src/mail/render/fill.ts';
import { renderHtml } from '../../src/mail/render/index.ts';
import { sanitize } from '../../src/mail/render/sanitize-fragment.ts';
import { sanitizeMail } from '../../src/mail/render/sanitize-mail.ts';
import { readHtml } from '../../src/mail/render/text/html-text.ts';
import { setAttribute } from '../../src/mail/score/fix.ts';
import { scoreContent } from '../../src/mail/score/score-content.ts';
import { readFacts } from '../../src/mail/starters/facts/read-facts.ts';
import { makeTagFinder } from '../../src/mail/starters/tags.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { MAX_GROWTH, measureGrowth } from '../support/growth.ts';
import { CSS, DESIGNS, MAILS, MARKUP, TAGS } from './linear-time-shapes.ts';
import { assets } from './render/rendering.ts';

setDefaultTimeout(120_000);

interface Reader {
  name: string;
  read(text: string): unknown;
  shapes: readonly string[];
  /** Before the repeated piece. */
  start?: string;
  /** Most characters it is given. */
  largest?: number;
}

const html = (content: string): TemplateContent => {
  const parsed = parseContent(
    { blocks: [{ id: 'a', type: 'html', content }], settings: {} },
    { makeId: () => 'x' },
  );
  if (!parsed.ok) throw new Error('no content');
  return parsed.content;
};
const rate = (content: string, rendered?: string) =>
  scoreContent({
    content: JSON.stringify(html(content)),
    fixTogether: false,
    ...(rendered !== undefined && { rendered: { html: rendered, text: rendered, bytes: rendered.length } }),
  });
const imported = (format: 'html' | 'mjml' | 'beefree' | 'unlayer' | keyof typeof DESIGNS, body: unknown) =>
  importContent({ format, body }, { makeId: () => 'x' });
/** The time until a mail is refused counts too. */
const readMail = (text: string) => readEml(text).catch(() => undefined);
const style = (text: string) => `<p style="${text.replaceAll('"', '&quot;')}">a</p>`;

/**
 * Of markup for sanitize-html: its parser moves all open elements for each one that opens, so tens of thousands of nested
 * elements take longer than linear time. Sanitizing runs in worker processes, whose time limit bounds it.
 */
const MOST_NESTED = 1 << 15;

const READERS: readonly Reader[] = [
  { name: 'HTML', read: (text) => parseHtml({ text }), shapes: [...MARKUP, ...TAGS] },
  { name: 'styles', read: parseStyle, shapes: CSS },
  { name: 'safe styles', read: safeDeclarations, shapes: CSS },
  { name: 'colors', read: parseColor, shapes: CSS },
  {
    name: 'merge tags',
    read: (text) => [splitMergeTags(text), listMergeTags(text)],
    shapes: [...TAGS, ...MARKUP],
  },
  { name: 'merge tags of HTML', read: (text) => maskMergeTags(text, true), shapes: [...TAGS, ...MARKUP] },
  { name: 'an unclosed merge tag', start: '{{', read: (text) => maskMergeTags(text, true), shapes: MARKUP },
  {
    name: 'sanitizing of a block',
    read: (text) => sanitize(text, 'markup', (_name, given) => given, { last: undefined }),
    shapes: [...MARKUP, ...TAGS],
    largest: MOST_NESTED,
  },
  {
    name: 'sanitizing of styles',
    read: (text) => sanitize(style(text), 'markup', (_name, given) => given, { last: undefined }),
    shapes: CSS,
  },
  {
    name: 'sanitizing of a mail',
    read: (text) => sanitizeMail(text, text),
    shapes: [...MARKUP, ...TAGS],
    largest: MOST_NESTED,
  },
  { name: 'rendering', read: render, shapes: MARKUP, largest: 1 << 16 },
  { name: 'plain text of HTML', read: readHtml, shapes: [...MARKUP, ...TAGS] },
  {
    name: 'values in a mail',
    read: (text) => applyData(text, { a: 'b' }, 'html'),
    shapes: [...TAGS, ...MARKUP],
    start: '{{a}}',
  },
  { name: 'outline', read: (text) => outlineContent(html(text)), shapes: MARKUP },
  { name: 'differences', read: (text) => diffContent(html(text), html(`${text}<p>b</p>`)), shapes: MARKUP },
  { name: 'scoring', read: rate, shapes: [...MARKUP, ...TAGS] },
  { name: 'scoring of styles', read: (text) => rate(style(text)), shapes: CSS },
  { name: 'scoring of a rendered mail', read: (text) => rate('<p>a</p>', `<body>${text}`), shapes: MARKUP },
  {
    name: 'rewriting',
    read: (text) => compareMarkup(text, text),
    shapes: [...MARKUP, ...TAGS],
    largest: 100_000,
  },
  {
    name: 'cosmetic changes',
    read: (text) => undoNotationChanges(html(text), html(`${text} `)),
    shapes: MARKUP,
  },
  {
    name: 'a start tag',
    read: (text) => setAttribute(`<p ${text}>`, 'lang', 'de'),
    shapes: [...MARKUP, ...CSS],
  },
  { name: 'import of HTML', read: (text) => imported('html', text), shapes: [...MARKUP, ...TAGS] },
  {
    name: 'import of styles',
    read: (text) => imported('html', `<style>${text}</style>${style(text)}`),
    shapes: CSS,
  },
  {
    name: 'import of MJML',
    read: (text) => imported('mjml', `<mjml><mj-body><mj-section><mj-column><mj-text>${text}`),
    shapes: MARKUP,
  },
  { name: 'import from Beefree', read: (text) => imported('beefree', beefree(text)), shapes: MARKUP },
  { name: 'import from Unlayer', read: (text) => imported('unlayer', unlayer(text)), shapes: MARKUP },
  // What they write is read as HTML or MJML, which is tried above with all shapes.
  ...Object.entries(DESIGNS).map(([format, design]) => ({
    name: `import from ${format}`,
    read: (text: string) => imported(format as keyof typeof DESIGNS, design(text)),
    shapes: ['<p>a', '<span ', 'a:b;', '\n'],
  })),
  { name: 'saved mails', read: readMail, shapes: MAILS },
  { name: 'the body of a saved mail', start: 'content-type: text/plain\n\n', read: readMail, shapes: MAILS },
  {
    name: 'prompts',
    read: (text) =>
      readFacts({ prompt: text, ownUrl: 'https://a.example', starter: 'receipt', language: 'en' }),
    shapes: [...PROMPTS()],
    largest: 40_000,
  },
  {
    name: 'forms',
    read: readWholeForm,
    shapes: ['\r\n--', '\r\n--XbOuN', '--', '\r', 'a: b\r\n', '\r\n--XbOuNd\r\n\r\n'],
  },
  { name: 'offered tags', read: offerTags, shapes: ['order', 'event', 'a.', 'a_', 'urL'] },
];

function PROMPTS(): string[] {
  return [
    'a',
    'A',
    ' ',
    '.',
    '1',
    '1.',
    '"',
    "'",
    '«',
    '“',
    'a@b',
    'a@b.',
    'at A',
    ': a',
    '- a\n',
    '$1',
    '1,',
    ', ',
    'order ',
    'code A',
    'v1.',
    'A-',
    "A'",
    'tell ',
    ' and 1',
    '12 may ',
    'http://a',
    ';a $1 ',
  ];
}

function offerTags(text: string): unknown {
  const values = text.match(/[\s\S]{1,1990}/g) ?? [];
  return makeTagFinder(values.map((value) => ({ value: `{{${value}}}`, label: value }))).find(
    'orderUrl',
    'eventUrl',
    'date',
    'url',
  );
}

function render(text: string): Promise<unknown> {
  return renderHtml(html(text), { assets });
}

/** A form whose file, and whose headers before, have the text. */
async function readWholeForm(text: string): Promise<void> {
  const part = '--XbOuNd\r\ncontent-disposition: form-data; name="a"; filename="a"';
  for (const body of [`${part}\r\n\r\n${text}`, `${part}${text}`]) {
    const chunks = async function* () {
      for (let from = 0; from < body.length; from += 16_384)
        yield Buffer.from(body.slice(from, from + 16_384));
    };
    try {
      for await (const _part of readForm('multipart/form-data; boundary=XbOuNd', chunks())) {
        // Its time counts, not its parts.
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

function beefree(text: string) {
  const descriptor = { text: { html: text, style: {} } };
  const modules = [{ type: 'mailup-bee-newsletter-modules-text', descriptor }];
  return { page: { body: {}, rows: [{ columns: [{ 'grid-columns': 12, modules }] }] } };
}

function unlayer(text: string) {
  const contents = [{ type: 'text', values: { text } }];
  return { body: { rows: [{ cells: [1], columns: [{ contents, values: {} }], values: {} }], values: {} } };
}

describe('twice the input takes about twice the time', () => {
  for (const { name, read, shapes, start = '', largest } of READERS) {
    test(name, async () => {
      const slow: string[] = [];
      for (const shape of shapes) {
        const readShape = (size: number) => read(start + shape.repeat(Math.ceil(size / shape.length)));
        const growth = await measureGrowth(readShape, largest);
        if (growth > MAX_GROWTH) slow.push(`${JSON.stringify(shape)}: ${growth.toFixed(1)} times`);
      }
      expect(slow).toEqual([]);
    });
  }
});

test('contents with twice the blocks are merged in about twice the time', async () => {
  const leaf = (id: string) => ({ id, type: 'paragraph', content: id });
  const build = (size: number, mark: string) => {
    const blocks = Array.from({ length: size / 32 }, (_, index) => leaf(`${index}`));
    // One side moves all blocks, and both add many in one place.
    const added = mark === '' ? [] : blocks.map(({ id }) => leaf(`${mark}${id}`));
    const all = [...added, ...(mark === 'm' ? blocks.toReversed() : blocks)];
    return { blocks: all, settings: {} } as unknown as TemplateContent;
  };
  const growth = await measureGrowth((size) =>
    mergeContents(build(size, ''), build(size, 'm'), build(size, 't')),
  );
  expect(growth).toBeLessThan(MAX_GROWTH);
});
