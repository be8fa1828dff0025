import { describe, expect, test } from 'bun:test';
import { readMail } from '../../src/features/scoring/mail/read-mail.ts';
import { estimateBytes } from '../../src/features/scoring/rules/best-practices/estimate-size.ts';
import { renderHtml } from '../../src/render/index.ts';
import { longMail } from '../bench/long-mail.ts';
import { sampleContent } from '../content/sample-content.ts';
import { assets } from '../render/rendering.ts';

describe('the estimated size', () => {
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
