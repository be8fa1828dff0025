import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type TemplateContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import { RULES } from '../../../src/mail/score/rules/index.ts';
import { AREAS, scoreMail } from '../../../src/mail/score/score.ts';
import { runs } from '../../support/property-runs.ts';
import { fullContent } from '../model/arbitrary-content.ts';
import { arbitraryMail } from './arbitrary-mail.ts';
import { faultsOfFixes, findingsOf, score } from './checks.ts';

const anyContent = fc.oneof(
  arbitraryMail,
  fullContent.map((content) => content as unknown as TemplateContent),
);
const subject = fc.constantFrom(
  undefined,
  '',
  'Re: WIN NOW!!!',
  'Hello {{ name }}',
  'Our tasting room opens',
);

/** Tests take long on a busy machine. */
const PATIENCE_MS = 60_000;

describe('the rules', () => {
  test('have ids of their own, each in its area', () => {
    const prefixes = { spam: 'spam.', readability: 'read.', accessibility: 'a11y.', bestPractices: 'best.' };
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(RULES.filter(({ id, area }) => !id.startsWith(prefixes[area])).map(({ id }) => id)).toEqual([]);
  });
});

describe('whatever a mail holds', () => {
  test(
    'it is rated the same each time',
    () => {
      fc.assert(
        fc.property(anyContent, subject, (content, about) => {
          const text = JSON.stringify(score(content, { subject: about }));
          expect(JSON.stringify(score(structuredClone(content), { subject: about }))).toBe(text);
        }),
      );
    },
    PATIENCE_MS,
  );

  test(
    'every finding names a block there is, and has words of its own',
    () => {
      fc.assert(
        fc.property(anyContent, subject, (content, about) => {
          const ids = new Set([...walkBlocks(content)].map(({ block }) => block.id));
          const findings = findingsOf(score(content, { subject: about }));
          for (const { id, blockId, message, suggestion } of findings) {
            expect([id, blockId === null || ids.has(blockId)]).toEqual([id, true]);
            expect([id, message.trim() !== '', suggestion.trim() !== '']).toEqual([id, true, true]);
          }
          expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
        }),
      );
    },
    PATIENCE_MS,
  );

  test(
    'an area has 100 exactly when nothing was found',
    () => {
      fc.assert(
        fc.property(anyContent, (content) => {
          const { areas } = score(content);
          for (const area of AREAS) {
            const { score: points = -1, findings = [] } = areas[area] ?? {};
            expect([area, points === 100]).toEqual([area, findings.length === 0]);
            expect(points).toBeGreaterThanOrEqual(0);
          }
        }),
      );
    },
    PATIENCE_MS,
  );

  test(
    'rules that were not asked for are not run',
    () => {
      fc.assert(
        fc.property(arbitraryMail, (content) => {
          const mail = readMail(content, {});
          const whole = scoreMail(mail, RULES);
          for (const area of AREAS) {
            const { areas } = scoreMail(mail, RULES, [area]);
            expect(areas).toEqual({ [area]: whole.areas[area] });
          }
        }),
        { numRuns: runs(20) },
      );
    },
    PATIENCE_MS,
  );

  test.each([609720976, 1, undefined])(
    'a fix is accepted, removes its finding and adds none (seed %p)',
    (seed) => {
      fc.assert(
        fc.property(arbitraryMail, subject, (content, about) => {
          expect(faultsOfFixes(content, { subject: about })).toEqual([]);
        }),
        { numRuns: runs(60), ...(seed && { seed }) },
      );
    },
    PATIENCE_MS,
  );
});
