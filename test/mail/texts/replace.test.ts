import { describe, expect, test } from 'bun:test';
import type { TemplateContent } from '../../../src/mail/model/index.ts';
import { extractTexts, replaceBlockRuns, replaceInContent } from '../../../src/mail/texts/index.ts';
import { contentOf } from '../render/rendering.ts';

const button = (url: string) => contentOf([{ id: 'b', type: 'button', text: 'Go', url }]);
const urlOf = ({ blocks: [block] }: TemplateContent) => block?.type === 'button' && block.url;

describe('the host of a link', () => {
  test.each([
    ['https://old.example/@user', 'https://new.example/@user'],
    ['https://me@old.example:8080/?to=old.example', 'https://me@new.example:8080/?to=old.example'],
    [' HTTPS://OLD.example/a@b//c', ' HTTPS://new.example/a@b//c'],
    ['https://old.example', 'https://new.example'],
    ['https://old.example.org/', undefined],
    ['https://other.example/?next=https://old.example/', undefined],
    ['https://other.example/@old.example', undefined],
    ['mailto:me@old.example', undefined],
  ])('is replaced in %s', (url, expected) => {
    const replacement = { what: 'domain', find: 'old.example', replace: 'new.example' } as const;
    const { content, count } = replaceInContent(button(url), replacement);
    expect(urlOf(content)).toBe(expected ?? url);
    expect(count).toBe(expected === undefined ? 0 : 1);
  });

  test.each([
    ['https://shop.example/@user', ['shop.example']],
    ['https://{{ host }}/a', []],
    [`https://${'a'.repeat(254)}/`, []],
    ['', []],
  ])('is found in %p', (url, hosts) => {
    expect(extractTexts(button(url)).linkDomains).toEqual(hosts);
  });
});

describe('runs of blocks', () => {
  const spacer = (id: string, height: number) => ({ id, type: 'spacer', height });

  test('are replaced with blocks without ids', () => {
    const { blocks } = contentOf([spacer('a', 1), spacer('b', 2), spacer('c', 1), spacer('d', 2)]);
    const found = replaceBlockRuns({ ...contentOf([]), blocks }, blocks.slice(0, 2), blocks.slice(0, 1));
    expect(found).toMatchObject({ count: 2, blocks: ['a', 'b', 'c', 'd'] });
    expect(found.content.blocks).toMatchObject([{ height: 1 }, { height: 1 }]);
    expect(found.content.blocks[0]).not.toHaveProperty('id');
  });

  test('without blocks are not found', () => {
    const content = contentOf([spacer('a', 1)]);
    expect(replaceBlockRuns(content, [], [])).toMatchObject({ content, count: 0 });
  });
});
