import { describe, expect, test } from 'bun:test';
import { HtmlValidate } from 'html-validate';
import { renderHtml } from '../../src/mail/render/index.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import { goldenCases } from '../mail/render/golden-cases.ts';
import { arabic, english, gallery, LOOKS, mail } from './gallery.ts';
import { assets } from './pictures.ts';

/** Rules for pages of the web that are wrong for mails, and why. All others hold. */
const FOR_MAILS = {
  // The only way to tell Outlook for Windows anything.
  'no-conditional-comment': 'off',
  // Some clients drop style sheets: looks have to be on the elements.
  'no-inline-style': 'off',
  // The layout engine of Outlook for Windows reads width, align, valign, bgcolor and cellpadding, and little CSS.
  'no-deprecated-attr': 'off',
  // "none" is younger than the screen readers that are in use; mail checkers ask for "presentation".
  'presentation-role-style': 'off',
  // Clients strip <article>, but keep a div with its role.
  'prefer-native-element': 'off',
  // Parsers add it; every mail that was ever tested goes without.
  'prefer-tbody': 'off',
  // Matters of taste, which the MJML compiler decides: <!doctype>, <img />.
  'doctype-style': 'off',
  'void-style': 'off',
} as const;

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: FOR_MAILS,
});

async function faultsOf(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, selector }) => `${ruleId}: ${message} (line ${line}, ${selector})`,
    ),
  );
}

describe('HTML is valid of', () => {
  test('nothing that is not', async () => {
    const faults = await faultsOf(
      '<!doctype html><html lang="en"><title>x</title><p><div>x</div><img src="a.png">',
    );
    expect(faults.join()).toContain('no-implicit-close');
    expect(faults.join()).toContain('wcag/h37');
  });

  test.each(Object.entries(goldenCases))('golden case %s', async (_name, { blocks, settings, options }) => {
    expect(await faultsOf(await mail(blocks, settings, options))).toEqual([]);
  });

  test.each(Object.entries(LOOKS))('the gallery %s', async (_look, settings) => {
    for (const blocks of Object.values(gallery(english, settings)))
      expect(await faultsOf(await mail(blocks, settings))).toEqual([]);
  });

  test('the gallery from right to left', async () => {
    for (const blocks of Object.values(gallery(arabic)))
      expect(await faultsOf(await mail(blocks, { locale: 'ar' }))).toEqual([]);
  });

  test.each([1, 2, 3])('newsletter %d', async (seed) => {
    const { html } = await renderHtml(sampleContent(seed, 40_000), { assets, title: 'News' });
    expect(await faultsOf(html)).toEqual([]);
  });
});
