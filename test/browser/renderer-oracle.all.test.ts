import { expect, test } from 'bun:test';
import type { TemplateContent } from '../../src/mail/model/index.ts';
import { renderHtml } from '../../src/mail/render/index.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { editorHtml } from '../mail/render/editor-html.ts';
import { contentOf, type Loose } from '../mail/render/rendering.ts';
import { describeInBrowser, useBrowser } from './browser.ts';
import { english, gallery } from './gallery.ts';
import { assets } from './pictures.ts';

/** Without what the editor's renderer of this version does not know or show: clocks, bands, films without a poster. */
function forOldEditor(blocks: Loose[]): Loose[] {
  return blocks
    .filter((block) => block.type !== 'countdown' && block.thumbnailUrl !== '')
    .map(({ wrapper: _wrapper, stackOnMobile: _stack, ...block }) => ({
      color: '#1a1a1a',
      ...block,
      ...(block.type === 'section' ? { children: (block.children as Loose[][]).map(forOldEditor) } : {}),
    }));
}

const contents: [string, TemplateContent][] = [
  ...Object.entries(gallery(english)).map(([name, blocks]): [string, TemplateContent] => [
    name,
    contentOf(forOldEditor(blocks)),
  ]),
  ...[1, 2, 3].map((seed): [string, TemplateContent] => {
    const content = sampleContent(seed, 40_000);
    const blocks = forOldEditor(content.blocks as unknown as Loose[]);
    return [`newsletter ${seed}`, { ...content, blocks } as unknown as TemplateContent];
  }),
];

interface Box {
  left: number;
  width: number;
  text: string;
}

describeInBrowser('as the editor shows it', () => {
  const viewer = useBrowser();
  const both = async <T>(content: TemplateContent, width: 700 | 360, question: string): Promise<[T, T]> => {
    const { html } = await renderHtml(content, { assets });
    const ours = await viewer.ask<T>(html, { width }, question);
    return [ours, await viewer.ask<T>(await editorHtml(content), { width }, question)];
  };

  /** Boxes in the same order are as far from the left and as wide, within two pixels. */
  function expectSameBoxes(ours: Box[], theirs: Box[]) {
    expect(ours.length).toBe(theirs.length);
    const apart = ours.flatMap((box, index) => {
      const other = theirs[index] as Box;
      const isSame = Math.abs(box.left - other.left) <= 2 && Math.abs(box.width - other.width) <= 2;
      return isSame ? [] : [{ index, ours: box, theirs: other }];
    });
    expect(apart).toEqual([]);
  }

  for (const width of [700, 360] as const) {
    test.each(contents)(`%s: the same words in the same order at ${width} px`, async (_name, content) => {
      const [ours, theirs] = await both<string>(content, width, 'seen.words()');
      const plain = (words: string) => words.replace(/\s+/g, '');
      expect(plain(ours)).toBe(plain(theirs));
    });

    test.each(contents)(`%s: columns of the same width at ${width} px`, async (_name, content) => {
      const columns = `seen.boxes('div[class*="mj-column-per"]').filter(({ width, height }) => width > 0 && height > 0)`;
      const [ours, theirs] = await both<Box[]>(content, width, columns);
      // Blocks outside sections share a row of ours: only columns of sections can be compared one by one.
      const ofSections = (boxes: Box[]) => boxes.filter(({ width: own }) => own < 550);
      if (width === 700) expectSameBoxes(ofSections(ours), ofSections(theirs));
      else
        expect(new Set(ours.map(({ width: own }) => own))).toEqual(
          new Set(theirs.map(({ width: own }) => own)),
        );
    });
  }

  test.each(contents)('%s: the same links', async (_name, content) => {
    const links = `[...document.querySelectorAll('a[href]')].filter((a) => a.checkVisibility()).map((a) => a.href)`;
    const [ours, theirs] = await both<string[]>(content, 700, links);
    expect(ours).toEqual(theirs);
  });

  test.each(contents)('%s: pictures of the same width', async (_name, content) => {
    const [ours, theirs] = await both<Box[]>(content, 700, `seen.boxes('img')`);
    expectSameBoxes(ours, theirs);
  });

  // There, the editor stretches pictures that have a width of their own, too: a logo of 120 px would fill the phone.
  test('pictures in full width have the same width on a phone', async () => {
    const content = contentOf(forOldEditor(gallery(english).sections ?? []));
    const [ours, theirs] = await both<Box[]>(content, 360, `seen.boxes('img')`);
    expect(ours.map(({ width }) => width)).toEqual(theirs.map(({ width }) => width));
  });
});
