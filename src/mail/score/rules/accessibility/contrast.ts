import { contrastOfHex } from '../../../parse/color.ts';
import type { Mail, TextRun } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { contrastNeeded, formatRatio } from './contrast-ratio.ts';
import { checkCountdowns } from './countdown-contrast.ts';
import { fixOf, isReadable, isRunningText, recolorTexts } from './recolor.ts';

/** Texts of one block that have the same colors. */
interface Group {
  blockId: string;
  run: TextRun;
  needed: number;
}

/**
 * Contrast of every piece of text to the nearest opaque color behind it (WCAG 2.2, 1.4.3): 4.5, or 3 when it is large.
 * Over a picture the color declared with it counts, which is what is seen while the picture is not loaded.
 */
export const contrastRule: Rule = {
  id: 'a11y.contrast',
  area: 'accessibility',
  check(mail) {
    const { groups, unknown, measured } = readGroups(mail);
    const illegible = groups.filter(({ run, needed }) => run.background !== '' && ratioOf(run) < needed);
    const unclear = groups.filter(({ run }) => run.background === '');
    const clocks = checkCountdowns(mail);
    if (measured + clocks.length === 0 && unknown > 0 && unclear.length === 0) {
      return { notMeasured: 'The colors of the text are merge tags.' };
    }
    const byBlock = Map.groupBy(illegible, ({ blockId }) => blockId);
    const findings = [...byBlock].flatMap(([blockId, found]) => reportBlock(mail, blockId, found));
    return [...findings, ...clocks, ...unclear.map(reportUnclear)];
  },
};

function ratioOf({ color, background }: TextRun): number {
  return contrastOfHex(color, background);
}

function readGroups(mail: Mail): { groups: Group[]; unknown: number; measured: number } {
  const groups = new Map<string, Group>();
  let unknown = 0;
  let measured = 0;
  for (const text of mail.texts) {
    if (!isRunningText(text)) continue;
    for (const run of text.runs) {
      if (!isReadable(run)) continue;
      if (run.color === '' || (run.background === '' && !run.onImage)) {
        unknown += 1;
        continue;
      }
      measured += 1;
      const needed = contrastNeeded(run.fontSize, run.bold);
      const key = `${text.blockId} ${run.color} ${run.background}`;
      // The smallest text needs the most contrast.
      const before = groups.get(key)?.needed ?? 0;
      if (needed > before) groups.set(key, { blockId: text.blockId, run, needed });
    }
  }
  return { groups: [...groups.values()], unknown, measured };
}

function reportBlock(mail: Mail, blockId: string, found: readonly Group[]): RuleFinding[] {
  const recolored = recolorTexts(mail, blockId);
  return found.map(({ run, needed }) => {
    const ratio = ratioOf(run);
    const change = recolored.get(run.color);
    return {
      severity: ratio < 3 ? 'high' : 'medium',
      blockId,
      message: `The text ${quote(run.text, 40)} has a contrast of ${formatRatio(ratio)} (${run.color} on ${run.background}); it needs ${needed}:1.`,
      suggestion: change
        ? `Make the text ${change.to}.`
        : 'Choose a darker color on a light background, a lighter one on a dark background.',
      ...(change && fixOf(change)),
    };
  });
}

function reportUnclear({ blockId, run }: Group): RuleFinding {
  return {
    severity: 'medium',
    blockId,
    message: `The text ${quote(run.text, 40)} stands on a picture without a background color: its contrast cannot be verified.`,
    suggestion: 'Give the element with the picture a background color the text is legible on.',
  };
}
