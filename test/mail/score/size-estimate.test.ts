import { describe, expect, test } from 'bun:test';
import { renderHtml } from '../../../src/mail/render/index.ts';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { estimateBytes } from '../../../src/mail/score/rules/best-practices/size.ts';
import { longMail } from '../../bench/long-mail.ts';
import { sampleContent } from '../model/sample-content.ts';
import { assets, contentOf } from '../render/rendering.ts';

describe('the estimated size', () => {
  test.each(['toString', 'constructor', '__proto__'])(
    'of an unknown block of type %s is a number',
    (type) => {
      const blocks = [
        { id: 'a', type },
        { id: 'b', type: 'paragraph', content: `<${type}>x</${type}>` },
      ];
      expect(estimateBytes(readMail(contentOf(blocks)))).toBeWithin(2000, 20_000);
    },
  );

  test.each([
    ['a newsletter of many sections', longMail(20)],
    ['a long one', longMail(60)],
    ...[1, 2, 3].map((seed) => [`blocks of all types ${seed}`, sampleContent(seed, 40_000)] as const),
  ] as const)('is within a seventh of what rendering gives: %s', async (_what, content) => {
    const { html: markup } = await renderHtml(content, { assets });
    const ratio = estimateBytes(readMail(content)) / Buffer.byteLength(markup);
    expect(ratio).toBeGreaterThan(0.86);
    expect(ratio).toBeLessThan(1.14);
  });
});
