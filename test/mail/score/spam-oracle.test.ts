import { describe, expect, test } from 'bun:test';
import { spamDefects } from './defects/spam-stack.ts';
import { goodMails } from './good-mails.ts';
import { areaUnderCurve, type Judged, scoreSpam, spearman, verdicts } from './spam-oracle.ts';
import { corpora, digest, makeSample } from './spam-stacks.ts';

const SPAM = 5;

/** Agreement of our scores with the points of SpamAssassin: in order, and in separating spam from other mails. */
function compare(judged: readonly Judged[], knowsKind = true): { spearman: number; auc: number } {
  const ours = judged.map((each) => {
    const { kind, ...sample } = makeSample(each);
    return 100 - scoreSpam(knowsKind ? { ...sample, kind } : sample).score;
  });
  const theirs = judged.map(({ points }) => points);
  const isSpam = (_value: number, index: number) => (theirs[index] as number) >= SPAM;
  const isNot = (value: number, index: number) => !isSpam(value, index);
  return { spearman: spearman(ours, theirs), auc: areaUnderCurve(ours.filter(isSpam), ours.filter(isNot)) };
}

describe('SpamAssassin', () => {
  test('judged the mails as they are made now; else run scripts/scoring-oracle', () => {
    const sets = [verdicts.stacks, verdicts.unseen, verdicts.mixed, verdicts.singles];
    for (const judged of sets.flat()) expect(digest(makeSample(judged))).toBe(judged.digest);
    expect(verdicts.judge).toStartWith('SpamAssassin version 4.');
    expect(verdicts.stacks.length).toBeGreaterThanOrEqual(150);
    expect(new Set(verdicts.stacks.flatMap(({ defects }) => defects)).size).toBeGreaterThanOrEqual(10);
  });

  test('agrees with our scores where defects lie on top of each other', () => {
    // Measured: 0.85 and 0.95.
    const { spearman, auc } = compare(verdicts.stacks);
    expect(spearman).toBeGreaterThanOrEqual(0.84);
    expect(auc).toBeGreaterThanOrEqual(0.94);
  }, 60_000);

  test('agrees with our scores as well when the kind of the mails is not given', () => {
    // Measured: 0.85 and 0.95.
    const { spearman, auc } = compare(verdicts.stacks, false);
    expect(spearman).toBeGreaterThanOrEqual(0.84);
    expect(auc).toBeGreaterThanOrEqual(0.94);
  }, 60_000);

  test('agrees less with our scores on kinds of defects the word lists were made without', () => {
    // Measured: 0.67 and 0.80. A fall says that the rules fit what their authors knew only.
    const { spearman, auc } = compare(verdicts.unseen);
    expect(spearman).toBeGreaterThanOrEqual(0.65);
    expect(auc).toBeGreaterThanOrEqual(0.78);
  }, 60_000);

  test('agrees less with our scores where there are defects it does not see', () => {
    // Measured: 0.73 and 0.79.
    const { spearman, auc } = compare(verdicts.mixed);
    expect(spearman).toBeGreaterThanOrEqual(0.7);
    expect(auc).toBeGreaterThanOrEqual(0.76);
  }, 60_000);

  test('does not see what is marked as unseen, and sees the rest', () => {
    const clean = new Map(
      verdicts.stacks.filter(({ defects }) => defects.length === 0).map((each) => [each.base, each.points]),
    );
    for (const { name, isBlind } of spamDefects) {
      const alone = verdicts.singles.filter(({ defects }) => defects[0] === name);
      const added =
        alone.reduce((sum, { points, base }) => sum + points - (clean.get(base) ?? 0), 0) / alone.length;
      expect({ name, isVisible: added >= 0.3 }).toEqual({ name, isVisible: !isBlind });
    }
  });

  test('finds no spam among honest mails', () => {
    const clean = verdicts.stacks.filter(({ defects }) => defects.length === 0);
    expect(clean.map(({ base }) => base)).toEqual([...corpora, ...goodMails].map(({ name }) => name));
    expect(Math.max(...clean.map(({ points }) => points))).toBeLessThan(1.5);
  });
});

describe('our score', () => {
  test.each([true, false])('of honest mails is 90 and more; their kind is given: %p', (isGiven) => {
    for (const { kind, ...given } of [...corpora, ...goodMails]) {
      const sample = isGiven ? { ...given, kind } : given;
      const { score, findings } = scoreSpam(sample);
      const found = findings.map(({ rule, message }) => `${rule}: ${message}`);
      expect({ name: sample.name, isGood: score >= 90, found: score >= 90 ? [] : found }).toEqual({
        name: sample.name,
        isGood: true,
        found: [],
      });
    }
  });

  test('falls for what SpamAssassin does not see, too', () => {
    const blind = spamDefects.filter(({ isBlind }) => isBlind).map(({ name }) => name);
    // The texts of these mails are in no word list: they test what the lists miss.
    const missed = new Set(['stories']);
    for (const judged of verdicts.singles.filter(({ defects }) => blind.includes(defects[0] as string))) {
      if (missed.has(judged.defects[0] as string)) continue;
      const before = scoreSpam(makeSample({ ...judged, defects: [] })).score;
      expect({ ...judged, fell: scoreSpam(makeSample(judged)).score < before }).toMatchObject({ fell: true });
    }
  }, 60_000);

  test('falls or stays with each further defect', () => {
    // Half of them: scoring each step of all takes seconds.
    // Text beside a lone picture takes that defect away.
    const some = [...verdicts.stacks, ...verdicts.mixed].filter(
      ({ defects }, index) => index % 2 === 1 && !defects.includes('image-only'),
    );
    for (const { base, defects, seed } of some) {
      // In the order in which they are injected, so that each lies on top of the ones before.
      const names = spamDefects.filter(({ name }) => defects.includes(name)).map(({ name }) => name);
      const scores = names.map(
        (_name, count) => scoreSpam(makeSample({ base, seed, defects: names.slice(0, count + 1) })).score,
      );
      for (const [index, score] of scores.entries()) {
        if (index === 0) continue;
        expect({
          base,
          seed,
          names: names.slice(0, index + 1),
          fell: score <= (scores[index - 1] as number),
        }).toMatchObject({ fell: true });
      }
    }
  }, 60_000);
});
