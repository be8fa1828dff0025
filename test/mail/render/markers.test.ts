import { expect, test } from 'bun:test';
import { walkBlocks } from '../../../src/mail/model/index.ts';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { goldenCases } from './golden-cases.ts';
import { assets, contentOf, elementsOf } from './rendering.ts';

const PREFIX = 'b-7f3a-';

/** How many elements carry the marker of each block, in reading order. */
async function countMarkers(blocks: Record<string, unknown>[], settings = {}, options = {}) {
  const content = contentOf(blocks, settings);
  const { html } = await renderHtml(content, { assets, ...options, blockMarkers: PREFIX });
  const classes = elementsOf(html).flatMap(({ attributes }) => (attributes.class ?? '').split(/\s+/));
  return [...walkBlocks(content)].map(
    (_, index) => classes.filter((name) => name === `${PREFIX}${index}`).length,
  );
}

test.each(Object.entries(goldenCases))('a preview marks every block of %s once', async (_name, sample) => {
  const counts = await countMarkers(sample.blocks, sample.settings, sample.options);
  expect(counts).toEqual(counts.map(() => 1));
});

test('blocks that show nothing leave a space in a preview', async () => {
  const nowhere = { desktop: false, mobile: false };
  const blocks = [
    { type: 'paragraph', content: '' },
    { type: 'image' },
    { type: 'title', content: '<p>x</p>', visibility: nowhere },
    { type: 'section', visibility: nowhere, children: [[]] },
    { type: 'custom', customType: 'x' },
    { type: 'future-block' },
    { type: 'spacer', height: 0 },
  ];
  expect(await countMarkers(blocks)).toEqual(blocks.map(() => 1));
});

test('a preview shows no guards of display conditions, a mail does', async () => {
  const displayCondition = { label: 'VIP', before: '{% if vip %}', after: '{% endif %}' };
  const content = contentOf([{ type: 'title', content: '<p>x</p>', displayCondition }]);
  expect((await renderHtml(content, { assets })).html).toContain('{% if vip %}');
  expect((await renderHtml(content, { assets, blockMarkers: PREFIX })).html).not.toContain('{% if vip %}');
});
