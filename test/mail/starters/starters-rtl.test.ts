import { expect, test } from 'bun:test';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { STARTERS } from '../../../src/mail/starters/choose-starter.ts';
import { assets } from '../../browser/pictures.ts';
import { compose } from '../../features/ai/composing.ts';
import { SAMPLES } from './starter-samples.ts';

test.each(STARTERS.map((starter) => [starter]))(
  'the starter %s reads from right to left in a language written so',
  async (starter) => {
    const { prompt = '' } = SAMPLES.find((sample) => sample.starter === starter) ?? {};
    const { content } = compose(prompt, {});
    const { html, warnings } = await renderHtml(
      { ...content, settings: { ...content.settings, locale: 'he' } },
      { assets },
    );
    expect(warnings).toEqual([]);
    expect(html).toMatch(/<html[^>]* dir="rtl"/);
    expect(html).toMatch(/<body[^>]*>[\s\S]{0,2000}?<div[^>]* dir="rtl"/);
    expect(html).not.toMatch(/direction:\s*ltr/);
    expect(html).toMatch(/direction:\s*rtl/);
    // Text that an editor has at the left begins at the right.
    expect(html).not.toMatch(/<div style="[^"]*text-align:\s*left[^"]*">[^<]*\S/);
  },
);
