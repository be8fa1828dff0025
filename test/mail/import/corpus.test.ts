import { describe, expect, test } from 'bun:test';
import { walkBlocks } from '../../../src/mail/model/index.ts';
import { readCorpus } from './corpus.ts';
import { blockWords, importAll } from './importing.ts';
import { shareOf, wordsOf } from './visible-words.ts';

/** Number of words that are kept as HTML only, so that the editor cannot edit them as blocks. */
function htmlShare({ content }: ReturnType<typeof importAll>): number {
  const html = [...walkBlocks(content)].flatMap(({ block }) =>
    block.type === 'html' ? [block.content] : [],
  );
  return html.flatMap((text) => wordsOf(text)).length / blockWords(content).length;
}

describe('mail from elsewhere', () => {
  test.each(readCorpus())('%s keeps its words and becomes blocks', (name, input) => {
    const imported = importAll(input);
    const share = shareOf(wordsOf(input.body as string), blockWords(imported.content));
    expect(share, name).toBeGreaterThanOrEqual(0.99);
    // Nothing appears twice either.
    expect(blockWords(imported.content).length).toBeLessThanOrEqual(
      wordsOf(input.body as string).length * 1.02,
    );
    expect(htmlShare(imported), name).toBeLessThan(0.35);
    expect(imported.content.settings.preheaderText, name).toBeTruthy();
    expect(imported.report.kept).toBe([...walkBlocks(imported.content)].length);
  });

  test('every picture and every link is kept', () => {
    for (const [name, input] of readCorpus()) {
      const source = input.body as string;
      const json = JSON.stringify(importAll(input).content).replaceAll('\\"', '"');
      const body = source.slice(source.search(/<(?:mj-)?body/)).replace(/<!--[\s\S]*?-->/g, '');
      for (const [, url] of body.matchAll(/(?:\bsrc|\bhref|background-url)="([^"#][^"]*)"/g)) {
        expect(json.includes(url as string), `${name}: ${url}`).toBe(true);
      }
    }
  });

  test('the same source gives the same content and report', () => {
    for (const [, input] of readCorpus()) expect(importAll(input)).toEqual(importAll(input));
  });
});
