import { expect, setDefaultTimeout, test } from 'bun:test';
import { drawThumbnail } from '../../../src/features/rendering/thumbnails/draw-thumbnail.ts';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { type Raster, readRaster } from '../../../src/mail/pictures/photo/index.ts';
import { layOutMail } from '../../../src/mail/thumbnail/index.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { contentOf } from '../../mail/render/rendering.ts';
import { GUARD_MS } from './press.ts';

setDefaultTimeout(GUARD_MS);

const WIDTH = 200;

interface Look {
  layout: 'desktop' | 'phone';
  isDark: boolean;
}

async function draw(content: TemplateContent, look: Look, maxHeight: number): Promise<Raster> {
  const job = { kind: 'draw', content: JSON.stringify(content), pictures: [], width: WIDTH } as const;
  return readRaster(new Bun.Image(await drawThumbnail({ ...job, ...look, maxHeight })));
}

const isShortened = (content: TemplateContent, look: Look, maxHeight: number): boolean =>
  layOutMail(content, {
    ...look,
    maxHeightFor: (width) => (maxHeight * width) / WIDTH,
    sizeOf: () => undefined,
  }).isShortened;

const narrow = contentOf(
  Array.from({ length: 20 }, () => ({ type: 'paragraph', content: `<p>${'il. '.repeat(200)}</p>` })),
);

const MAILS: [name: string, content: TemplateContent, look: Look][] = [
  ['a long mail', sampleContent(3, 20_000), { layout: 'desktop', isDark: false }],
  ['a long mail on a phone in dark mode', sampleContent(4, 20_000), { layout: 'phone', isDark: true }],
  ['narrow letters, which are lower than estimated', narrow, { layout: 'desktop', isDark: false }],
];

for (const [name, content, look] of MAILS)
  test(`${name}: a picture without the blocks below its end is the top of a higher one`, async () => {
    const [short, high] = [200, 700];
    expect(isShortened(content, look, short)).toBe(true);
    const [picture, higher] = [await draw(content, look, short), await draw(content, look, high)];
    expect([picture.height, higher.height]).toEqual([short, high]);
    expect(Buffer.compare(picture.data, higher.data.subarray(0, picture.data.length))).toBe(0);
  });

test('a mail that ends above the greatest height is laid out once', () => {
  const content = contentOf([{ type: 'title', content: 'Hello' }]);
  expect(isShortened(content, { layout: 'desktop', isDark: false }, 200)).toBe(false);
});
