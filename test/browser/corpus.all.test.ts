import { expect, setDefaultTimeout, test } from 'bun:test';
import mjml2html from 'mjml';
import type { TemplateContent } from '../../src/mail/model/index.ts';
import { decodeToFill } from '../../src/mail/pictures/poster/compose-poster.ts';
import { renderHtml, renderPlainText } from '../../src/mail/render/index.ts';
import { includes, readCorpus } from '../mail/import/corpus.ts';
import { importAll } from '../mail/import/importing.ts';
import { shareOf } from '../mail/import/visible-words.ts';
import { assets } from '../mail/render/rendering.ts';
import { describeInBrowser, type MailViewer, useBrowser } from './browser.ts';

setDefaultTimeout(120_000);

/** What a reader sees, and how long the mail is. */
const QUESTION =
  '({ words: document.body.innerText.split(/\\s+/).filter(Boolean), height: document.documentElement.scrollHeight })';

interface Sight {
  words: string[];
  height: number;
}

/** The mail as its makers send it. */
async function originalOf(body: string, isMjml: boolean): Promise<string> {
  if (!isMjml) return body;
  const source = body.replace(
    /<mj-include path="\.?\/?([^"]+)"\s*\/>/g,
    (_, path: string) => includes[path] ?? '',
  );
  return (
    await mjml2html(source, {
      validationLevel: 'skip',
      fonts: {},
      ignoreIncludes: true,
      keepComments: false,
    })
  ).html;
}

async function rerendered(content: TemplateContent) {
  const options = { assets };
  return { html: (await renderHtml(content, options)).html, text: renderPlainText(content, options) };
}

/** Letters alone: quotes, arrows and the like are drawn in several ways. */
const plain = (words: readonly string[]) =>
  words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')).filter((word) => word !== '');

/** The top of a mail, so small that its lines of text are grey bars. */
async function lookAt(viewer: MailViewer, html: string): Promise<Uint8Array> {
  const page = await viewer.show(html, { width: 700 });
  const clip = { x: 0, y: 0, width: 700, height: 1400 };
  const box = { width: 28, height: 56, minHeight: 56, maxHeight: 56 };
  const pixels = await decodeToFill(await page.screenshot({ clip }), box);
  if (pixels === undefined) throw new Error('the screenshot could not be read');
  return Uint8Array.from(pixels.data);
}

/** Mean difference of two pictures: 0 for the same, 1 for black and white. */
function differenceOf(one: Uint8Array, other: Uint8Array): number {
  const sum = one.reduce((total, value, index) => total + Math.abs(value - (other[index] ?? 0)), 0);
  return sum / one.length / 255;
}

describeInBrowser('mail from elsewhere, imported and rendered', () => {
  const viewer = useBrowser();
  test.each(readCorpus())('%s shows the same words over about the same length', async (_name, input) => {
    const { content } = importAll(input);
    const original = await originalOf(input.body as string, input.format === 'mjml');
    const { html, text } = await rerendered(content);
    const before = await viewer.ask<Sight>(original, { width: 700 }, QUESTION);
    const after = await viewer.ask<Sight>(html, { width: 700 }, QUESTION);
    expect(shareOf(plain(before.words), plain(after.words))).toBeGreaterThanOrEqual(0.99);
    expect(shareOf(plain(before.words), plain(text.split(/\s+/)))).toBeGreaterThanOrEqual(0.97);
    expect(after.height / before.height).toBeGreaterThan(0.7);
    expect(after.height / before.height).toBeLessThan(1.4);
  });

  test.each(readCorpus())('%s looks alike from afar', async (_name, input) => {
    const original = await originalOf(input.body as string, input.format === 'mjml');
    const { html } = await rerendered(importAll(input).content);
    const pictures = [await lookAt(viewer, original), await lookAt(viewer, html)] as const;
    expect(differenceOf(...pictures)).toBeLessThan(0.15);
  });
});
