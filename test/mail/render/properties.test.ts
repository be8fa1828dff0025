import { expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { compileMjml, renderHtml, renderMjml, renderPlainText } from '../../../src/mail/render/index.ts';
import { fullContent } from '../model/arbitrary-content.ts';
import { sampleContent } from '../model/sample-content.ts';
import { assets, bodyOf, type Loose, textOf } from './rendering.ts';

// Rendering is work for a processor, which may have other work at the time.
setDefaultTimeout(120_000);

const options = { assets };

/** Blocks at the top and in columns, but for what stands in something hidden. */
function shownBlocks(blocks: Loose[]): Loose[] {
  return blocks.flatMap((block) => {
    const { desktop, mobile } = (block.visibility ?? { desktop: true, mobile: true }) as Loose;
    if (!desktop && !mobile) return [];
    return block.type === 'section' ? shownBlocks((block.children as Loose[][]).flat()) : [block];
  });
}

/** Gives every block that shows text a word of its own, in place, and answers the words. */
function markTexts(content: Loose): string[] {
  const words: string[] = [];
  const next = () => `word${words.push(`word${words.length}x`) - 1}x`;
  for (const block of shownBlocks(content.blocks as Loose[])) {
    // Guards could hold anything, this word too.
    delete block.displayCondition;
    if (block.type === 'title' || block.type === 'paragraph')
      block.content = `<p>A <strong>${next()}</strong></p>`;
    if (block.type === 'html') block.content = `<div>${next()}</div>`;
    if (block.type === 'custom') block.renderedHtml = `<b>${next()}</b>`;
    if (block.type === 'button') block.text = next();
    if (block.type === 'menu') for (const item of block.items as Loose[]) item.text = next();
    if (block.type !== 'table') continue;
    for (const row of block.rows as { cells: Loose[] }[]) for (const cell of row.cells) cell.content = next();
  }
  return words;
}

test('random content always renders, to valid MJML, the same each time', async () => {
  await fc.assert(
    fc.asyncProperty(fullContent, async (input) => {
      const content = input as unknown as TemplateContent;
      const { html, mjml } = await renderHtml(content, options);
      expect(html).toStartWith('<!doctype html>');
      expect(await compileMjml(renderMjml(structuredClone(content), options).mjml)).toBe(html);
      expect(mjml).not.toMatch(/NaN|undefined|\[object/);
      expect(renderPlainText(content, options)).toBe(renderPlainText(structuredClone(content), options));
    }),
  );
});

test('the text of every block is there once, in HTML and in plain text, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(fullContent, async (input) => {
      const words = markTexts(input);
      const content = input as unknown as TemplateContent;
      const { html } = await renderHtml(content, options);
      const find = (text: string): string[] => [...(text.match(/word\d+x/g) ?? [])];
      expect(find(textOf(bodyOf(html)))).toEqual(words);
      expect(find(renderPlainText(content, options))).toEqual(words);
    }),
  );
});

test('rendering changes nothing in what it is given', async () => {
  const content = sampleContent(5, 30_000);
  const before = JSON.stringify(content);
  await renderHtml(content, { ...options, data: { first_name: 'Ana' } });
  renderPlainText(content, options);
  expect(JSON.stringify(content)).toBe(before);
});

test('mails that render at the same time do not mix', async () => {
  const contents = [1, 2, 3, 4, 5, 6].map((seed) => sampleContent(seed, 20_000));
  const alone: string[] = [];
  for (const content of contents) alone.push((await renderHtml(content, options)).html);
  const together = await Promise.all(contents.map((content) => renderHtml(content, options)));
  expect(together.map(({ html }) => html)).toEqual(alone);
});
