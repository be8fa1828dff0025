import { describe, expect, test } from 'bun:test';
import type { Area } from '../../../src/mail/score/rule.ts';
import { RULES } from '../../../src/mail/score/rules/index.ts';
import { AREAS } from '../../../src/mail/score/score.ts';
import { areaScores, faultsOfFixes, findingsOf, score } from './checks.ts';
import { CLEAN_SUBJECT, cleanContent } from './clean-content.ts';
import { defects as accessibility } from './defects/accessibility.ts';
import { defects as bestPractices } from './defects/best-practices.ts';
import type { Defect } from './defects/defect.ts';
import { defects as readability } from './defects/readability.ts';
import { defects as spam } from './defects/spam.ts';

const ALL = [...spam, ...readability, ...accessibility, ...bestPractices];
const clean = { content: cleanContent(), facts: { subject: CLEAN_SUBJECT } };

/** Rules that need the rendered HTML or facts besides the content. */
const NOT_FROM_BLOCKS = [
  'a11y.title',
  'a11y.layout-table-role',
  'a11y.zoom-blocked',
  'a11y.vml-alt',
  'best.outlook-comments',
  'best.style-size',
  'best.nested-at',
  'best.image-weight',
  'best.color-scheme',
  'spam.text-html-diff',
];

function spoil(defect: Defect, from = clean) {
  const subject = defect.subject ?? from.facts.subject;
  return { content: defect.inject(from.content), facts: { subject } };
}

const areaOf = (rule: string): Area => RULES.find(({ id }) => id === rule)?.area ?? 'spam';
const name = (defect: Defect, index: number) => `${index} ${defect.rule}`;

test('nothing is found in a clean mail', () => {
  const scoring = score(clean.content, clean.facts);
  expect(findingsOf(scoring)).toEqual([]);
  expect(areaScores(scoring)).toEqual({
    spam: 100,
    readability: 100,
    accessibility: 100,
    bestPractices: 100,
  });
});

test('every rule that looks at blocks has a defect it finds', () => {
  const found = new Set(ALL.map(({ rule }) => rule));
  const missing = RULES.map(({ id }) => id).filter((id) => !found.has(id) && !NOT_FROM_BLOCKS.includes(id));
  expect(missing).toEqual([]);
  expect([...found].filter((rule) => !RULES.some(({ id }) => id === rule))).toEqual([]);
});

describe('a defect', () => {
  const cases = ALL.map((defect, index) => [name(defect, index), defect] as const);

  test.each(cases)('%s is found and lowers its area, and no other', (_name, defect) => {
    const { content, facts } = spoil(defect);
    const scoring = score(content, facts);
    const before = areaScores(score(clean.content, clean.facts));
    const after = areaScores(scoring);
    expect(findingsOf(scoring).map(({ rule }) => rule)).toContain(defect.rule);
    const own = areaOf(defect.rule);
    expect(after[own]).toBeLessThan(before[own]);
    const fallen = AREAS.filter((area) => after[area] < before[area] && area !== own);
    expect(
      fallen.filter((area) => !defect.alsoLowers?.includes(area)),
      JSON.stringify(findingsOf(scoring)),
    ).toEqual([]);
  });

  test.each(cases)('%s is gone after its fix, and nothing new is there', (_name, defect) => {
    const { content, facts } = spoil(defect);
    expect(faultsOfFixes(content, facts)).toEqual([]);
  });
});
