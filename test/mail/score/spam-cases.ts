import { describe, expect, test } from 'bun:test';
import { type MailFacts, readMail } from '../../../src/mail/score/mail/read-mail.ts';
import type { RuleFinding } from '../../../src/mail/score/rule.ts';
import { spamRules } from '../../../src/mail/score/rules/spam/index.ts';
import { scoreMail } from '../../../src/mail/score/score.ts';
import { contentOf, type Loose } from '../render/rendering.ts';
import { faultsOfFixes } from './checks.ts';

/** A mail, and the expected finding of one rule. */
export interface SpamCase {
  is: string;
  rule: string;
  /** Rich text of a paragraph with the id `p`, for a mail of one block. */
  says?: string;
  blocks?: Loose[];
  locale?: string;
  facts?: MailFacts;
  /** Severity of the first finding; none: there is no finding. */
  expects?: RuleFinding['severity'] | 'not measured';
  points?: number;
  at?: string | null;
  /** Text in the first message. */
  names?: string;
  /** Whether there is a fix, which must work. */
  fixed?: boolean;
}

export function testCases(title: string, cases: readonly SpamCase[]): void {
  describe(title, () => {
    for (const each of cases) {
      test(`${each.rule}: ${each.is}`, () => checkCase(each));
    }
  });
}

function checkCase({ rule, says, blocks, locale = 'en', facts = {}, ...wanted }: SpamCase): void {
  const content = contentOf(blocks ?? [{ type: 'paragraph', id: 'p', content: `<p>${says}</p>` }], {
    locale,
  });
  const only = spamRules.filter(({ id }) => id === rule);
  const area = scoreMail(readMail(content, facts), only, ['spam']).areas.spam;
  if (wanted.expects === 'not measured') {
    expect(area?.notMeasured.map((each) => each.rule)).toEqual([rule]);
    return;
  }
  expect(area?.notMeasured).toEqual([]);
  const [first] = area?.findings ?? [];
  expect({ severity: first?.severity, message: first?.message }).toMatchObject({ severity: wanted.expects });
  if (wanted.points !== undefined) expect(first?.points).toBe(wanted.points);
  if (wanted.at !== undefined) expect(first?.blockId).toBe(wanted.at);
  if (wanted.names !== undefined) expect(first?.message).toContain(wanted.names);
  if (wanted.fixed !== undefined) expect(first?.fix !== undefined).toBe(wanted.fixed);
  expect(faultsOfFixes(content, facts)).toEqual([]);
}
