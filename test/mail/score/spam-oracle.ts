import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMail } from '../../../src/mail/score/mail/read-mail.ts';
import type { Rule } from '../../../src/mail/score/rule.ts';
import { spamRules } from '../../../src/mail/score/rules/spam/index.ts';
import { scoreMail } from '../../../src/mail/score/score.ts';
import type { Sample } from './defects/sample.ts';
import { fixtures, type Recipe, type RecipeSets } from './spam-stacks.ts';

/** The verdict of SpamAssassin on a mail. */
export interface Judged extends Recipe {
  digest: string;
  points: number;
  rules: Record<string, number>;
}

export const verdicts: { judge: string } & Record<keyof RecipeSets, Judged[]> = JSON.parse(
  readFileSync(join(fixtures, 'verdicts.json'), 'utf8'),
);

/** The spam area of a mail. A plain part that is not the rendered one is compared with the words of the blocks. */
export function scoreSpam(
  sample: Omit<Sample, 'name' | 'kind'> & Partial<Pick<Sample, 'kind'>>,
  rules: readonly Rule[] = spamRules,
) {
  const { content, subject, kind, text } = sample;
  const seen = readMail(content, { subject, kind });
  const html = seen.texts.map((said) => `<p>${Bun.escapeHTML(said.text)}</p>`).join('');
  const rendered = text === undefined ? undefined : { html, text, bytes: Buffer.byteLength(html) };
  const mail = readMail(content, { subject, kind, rendered });
  const area = scoreMail(mail, rules, ['spam']).areas.spam;
  if (area === undefined) throw new Error('The spam area was not scored.');
  return area;
}

/** Rank correlation of two lists: 1 full agreement, 0 none (Spearman; ties share their rank). */
export function spearman(one: readonly number[], other: readonly number[]): number {
  return pearson(rank(one), rank(other));
}

function rank(values: readonly number[]): number[] {
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks: number[] = [];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.value === sorted[from]?.value) to += 1;
    for (const { index } of sorted.slice(from, to)) ranks[index] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

function pearson(one: readonly number[], other: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [a, b] = [mean(one), mean(other)];
  const product = one.reduce((sum, value, index) => sum + (value - a) * ((other[index] as number) - b), 0);
  const spread = (list: readonly number[], middle: number) =>
    Math.sqrt(list.reduce((sum, value) => sum + (value - middle) ** 2, 0));
  return product / (spread(one, a) * spread(other, b));
}

/** The probability that a mail of the first kind has a higher value than one of the second (AUC); ties count half. */
export function areaUnderCurve(positive: readonly number[], negative: readonly number[]): number {
  let wins = 0;
  for (const high of positive) for (const low of negative) wins += high > low ? 1 : high === low ? 0.5 : 0;
  return wins / (positive.length * negative.length);
}
