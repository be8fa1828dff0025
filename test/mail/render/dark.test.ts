import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { contrast, formatColor, mirrorColor, parseColor } from '../../../src/mail/parse/color.ts';
import { renderMjml } from '../../../src/mail/render/document.ts';
import { assets, contentOf, htmlOf, type Loose } from './rendering.ts';

const color = fc.record({
  red: fc.nat(255),
  green: fc.nat(255),
  blue: fc.nat(255),
  alpha: fc.constant(1),
});

test('mirrored colors keep their contrast', () => {
  fc.assert(
    fc.property(color, color, (one, other) => {
      const before = contrast(one, other);
      const after = contrast(mirrorColor(one), mirrorColor(other));
      // Channels are whole numbers: dark colors are rounded most.
      expect(Math.abs(after - before) / before).toBeLessThan(0.035);
    }),
  );
});

test.each([
  ['#abc', '#aabbcc'],
  ['RED', '#ff0000'],
  ['rgb(20, 60, 120)', '#143c78'],
  ['rgba(0,0,0,.5)', 'rgba(0, 0, 0, 0.502)'],
  ['transparent', 'rgba(0, 0, 0, 0)'],
  ['red; background:url(x)', undefined],
  ['{{ color }}', undefined],
  ['url(x)', undefined],
  ['', undefined],
])('%j is read as %p', (css, expected) => {
  const parsed = parseColor(css);
  expect(parsed && formatColor(parsed)).toBe(expected as string);
});

const paragraph = (content: string, backgroundColor?: string): Loose => ({
  type: 'paragraph',
  content,
  styles: { ...(backgroundColor ? { backgroundColor } : {}) },
});

async function darkRules(blocks: Loose[], settings: Loose = {}) {
  const { html } = await htmlOf(blocks, settings);
  const style = /@media \(prefers-color-scheme:dark\)\{(.*)\}\n/.exec(html)?.[1] ?? '';
  return { html, style };
}

describe('in dark mode', () => {
  test('a light page becomes dark, and its text light', async () => {
    const { html, style } = await darkRules([paragraph('x')]);
    expect(style).toContain('.mail,.mail>div{background:#000000!important}');
    // Both carry the color of the page inline.
    expect(html).toMatch(/<body class="mail" style="[^"]*#ffffff;">\n<div [^>]*#ffffff;">/);
    expect(style).toContain('.t1a1a1a>div');
    expect(html).toContain('class="t1a1a1a"');
    expect(html).toContain('[data-ogsc] .t1a1a1a');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
  });

  test('a dark page stays as it is', async () => {
    const { html } = await darkRules([paragraph('x')], { backgroundColor: '#101010', textColor: '#eeeeee' });
    expect(html).not.toContain('prefers-color-scheme');
    expect(html).toContain('color:#eeeeee');
  });

  test('a dark band on a light page stays, with the text on it', async () => {
    const { html } = await darkRules([paragraph('<span style="color:#ffffff">x</span>', '#0f172a')]);
    expect(html).not.toContain('class="t');
    expect(html).toContain('background:#0f172a');
  });

  test('words with a background of their own keep the whole block as it is', async () => {
    const { html } = await darkRules([paragraph('a <mark>b</mark>')]);
    expect(html).toContain('background:#ffffff;font-size:0px');
    expect(html).not.toContain('class="t1a1a1a"');
  });

  test('colored words go with their backdrop', async () => {
    const { html, style } = await darkRules([paragraph('a <span style="color: #7a1f3d">b</span>')]);
    expect(html).toContain('style="color:#7a1f3d" class="t7a1f3d"');
    expect(style).toContain('.t7a1f3d,');
  });

  test('buttons keep their colors while they stand out', async () => {
    const button = (backgroundColor: string) => ({
      type: 'button',
      text: 'Go',
      url: 'https://e.example',
      backgroundColor,
    });
    expect((await darkRules([button('#d9480f')])).style).not.toContain('.fd9480f');
    expect((await darkRules([button('#333333')])).style).toContain('.f333333 td');
  });

  test.each([
    [70, []],
    [120, ['dark_mode_left_out']],
  ])('with %d colors has the warnings %p', (length, codes) => {
    const blocks = Array.from({ length }, (_, index) =>
      paragraph(`<span style="color:#${(0x100000 + index).toString(16)}">x</span>`),
    );
    const { mjml, warnings } = renderMjml(contentOf(blocks), { assets });
    expect(warnings.map(({ code }) => code)).toEqual(codes as never);
    expect(mjml.includes('prefers-color-scheme')).toBe(codes.length === 0);
  });
});
