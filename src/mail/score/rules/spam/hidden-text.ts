import type { Mail, TextRun } from '../../mail/mail.ts';
import { isInvisibleByColor, TINY_PIXELS } from '../../mail/styles.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { spreadPoints } from './spread-points.ts';

const MIN_LETTERS = 3;
/** Shorter text that is not displayed may be a preview text, in characters. */
const MAX_UNDISPLAYED = 200;

/**
 * Hidden text: too small, in the color of its background, or not displayed. SpamAssassin's HTML_FONT_LOW_CONTRAST (0.7
 * points) and FONT_INVIS_* (1.0) check the first two; the third is our choice.
 */
export const hiddenTextRule: Rule = {
  id: 'spam.hidden-text',
  area: 'spam',
  check(mail) {
    const found: Omit<RuleFinding, 'points'>[] = [];
    for (const [blockId, runs] of runsByBlock(mail)) {
      const reason = findReason(runs);
      if (reason === undefined) continue;
      const suggestion = 'Take this text out, or show it in a size and color that can be read.';
      found.push({ severity: 'high', blockId, message: reason, suggestion });
    }
    return spreadPoints(found, 1.7, 0.3);
  },
};

function runsByBlock({ texts }: Mail): Map<string, TextRun[]> {
  const byBlock = new Map<string, TextRun[]>();
  for (const { blockId, runs } of texts) {
    for (const run of runs) {
      if (!isSuspicious(run) || !isWritten(run)) continue;
      const known = byBlock.get(blockId);
      if (known === undefined) byBlock.set(blockId, [run]);
      else known.push(run);
    }
  }
  return byBlock;
}

function isSuspicious(run: TextRun): boolean {
  return run.hidden || run.fontSize <= TINY_PIXELS || isInvisibleByColor(run);
}

function isWritten({ text }: TextRun): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS;
}

function findReason(runs: readonly TextRun[]): string | undefined {
  const tiny = runs.find(({ fontSize, hidden }) => !hidden && fontSize <= TINY_PIXELS);
  if (tiny) return `The text ${quote(tiny.text)} is ${tiny.fontSize} px high, too small to read.`;
  const blended = runs.find(isInvisibleByColor);
  if (blended) {
    return `The text ${quote(blended.text)} has the color of its background (${blended.color} on ${blended.background}).`;
  }
  const undisplayed = runs.filter(({ hidden }) => hidden).map(({ text }) => text);
  const length = undisplayed.reduce((sum, text) => sum + text.length, 0);
  if (length <= MAX_UNDISPLAYED) return undefined;
  return `${length} characters are not displayed, beginning with ${quote(undisplayed[0] as string)}.`;
}
