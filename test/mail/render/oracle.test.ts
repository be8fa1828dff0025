import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { sampleContent } from '../model/sample-content.ts';
import { editorHtml } from './editor-html.ts';
import { goldenCases } from './golden-cases.ts';
import { assets, bodyOf, contentOf, type Loose, textOf, valuesOf } from './rendering.ts';

// Rendering is work for a processor, which may have other work at the time.
setDefaultTimeout(120_000);

/** The editor's renderer of this version has no countdown, and needs colors that newer editors leave out. */
function forOldEditor(blocks: Loose[]): Loose[] {
  return blocks
    .filter((block) => block.type !== 'countdown')
    .map((block) => {
      const children = block.children as Loose[][] | undefined;
      return {
        color: '#1a1a1a',
        ...block,
        ...(children ? { children: children.map(forOldEditor) } : {}),
      };
    });
}

/** Bodies without the preheader, whose padding is ours, and without what only one of both says. */
function withoutPreheader(html: string): string {
  return bodyOf(html).replace(/<div style="display:none[^>]*>[^<]*<\/div>/g, '');
}

const looksSame = (text: string) => text.replace(/\s+/g, '').replaceAll("'", '"');

/** Icons, posters and clocks have URLs of this service. */
const isOwnPicture = (url: string) => /mail\.example|unpkg\.com/.test(url) || /poster|p\.jpg/.test(url);

const contents: [string, TemplateContent][] = [
  ...Object.entries(goldenCases).map(([name, { blocks, settings }]): [string, TemplateContent] => [
    name,
    contentOf(forOldEditor(blocks), settings),
  ]),
  ...[1, 2, 3].map((seed): [string, TemplateContent] => {
    const content = sampleContent(seed, 40_000);
    const blocks = forOldEditor(content.blocks as unknown as Loose[]);
    return [`newsletter ${seed}`, { ...content, blocks } as unknown as TemplateContent];
  }),
];

describe.each(contents)('%s', (_name, content) => {
  const rendered = Promise.all([renderHtml(content, { assets }), editorHtml(content)]);

  test('the same text in the same order', async () => {
    const [{ html }, theirs] = await rendered;
    expect(looksSame(textOf(withoutPreheader(html)))).toBe(looksSame(textOf(withoutPreheader(theirs))));
  });

  test('the same links in the same order', async () => {
    const [{ html }, theirs] = await rendered;
    const links = (page: string) =>
      valuesOf(page, 'a', 'href')
        .filter((href) => href !== '')
        .map(looksSame);
    expect(links(html)).toEqual(links(theirs));
  });

  test('the same pictures', async () => {
    const [{ html }, theirs] = await rendered;
    const pictures = (page: string) => valuesOf(page, 'img', 'src').filter((src) => !isOwnPicture(src));
    expect(pictures(html)).toEqual(pictures(theirs));
  });
});
