import { contrastOfHex } from '../../../parse/color.ts';
import { contrastTooLowInDark, findLegibleColor } from '../../../parse/legible-color.ts';
import { changeBlock } from '../../fix.ts';
import type { Mail, TextRun } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { contrastNeeded, formatRatio } from './contrast-ratio.ts';
import { fixOf, isReadable, isRunningText, type Recoloring, recolorTexts } from './recolor.ts';

/**
 * Contrast in dark mode of texts that are legible in light mode: with the dark style of the mail, which mirrors text
 * and background together (src/mail/render/dark.ts), and in clients that invert colors themselves. No standard exists
 * for the latter; less than two thirds of the usual contrast is reported. Images with a transparent background are not
 * checked, because templates do not tell which ones are transparent.
 */
export const darkContrastRule: Rule = {
  id: 'a11y.dark-contrast',
  area: 'accessibility',
  check(mail) {
    const seen = new Set<string>();
    const found: { blockId: string; run: TextRun; ratio: number }[] = [];
    for (const text of mail.texts) {
      const isButton = text.role === 'button';
      if (!isButton && !isRunningText(text)) continue;
      for (const run of text.runs) {
        const ratio = isReadable(run) ? lostContrast(mail, run) : undefined;
        const key = `${text.blockId} ${run.color} ${run.background}`;
        if (ratio === undefined || seen.has(key)) continue;
        seen.add(key);
        found.push({ blockId: text.blockId, run, ratio });
      }
    }
    const byBlock = Map.groupBy(found, ({ blockId }) => blockId);
    return [...byBlock].flatMap(([blockId, texts]) => {
      const isButton = mail.blockOf.get(blockId)?.type === 'button';
      const recolored = isButton ? undefined : recolorTexts(mail, blockId);
      return texts.map(({ run, ratio }) => {
        const change = isButton ? recolorLabel(mail, blockId, run) : recolored?.get(run.color);
        return report(blockId, run, ratio, change);
      });
    });
  },
};

function lostContrast(mail: Mail, { color, background, fontSize, bold }: TextRun): number | undefined {
  if (color === '' || background === '') return undefined;
  const needed = contrastNeeded(fontSize, bold);
  // Text that is illegible in light mode is found by another rule.
  if (contrastOfHex(color, background) < needed) return undefined;
  return contrastTooLowInDark(color, { background, needed }, mail.background || '#ffffff');
}

function recolorLabel(mail: Mail, blockId: string, run: TextRun): Recoloring | undefined {
  const use = { background: run.background, needed: contrastNeeded(run.fontSize, run.bold) };
  const to = findLegibleColor(run.color, [use], mail.background || '#ffffff');
  return to === undefined ? undefined : { to, operations: changeBlock(blockId, { textColor: to }) };
}

function report(blockId: string, run: TextRun, ratio: number, change: Recoloring | undefined): RuleFinding {
  return {
    severity: 'medium',
    blockId,
    message: `In dark mode ${quote(run.text, 40)} keeps a contrast of only ${formatRatio(ratio)} (${run.color} on ${run.background} in light mode).`,
    suggestion: change
      ? `Make the text ${change.to}.`
      : 'Choose text and background that are further apart in lightness.',
    ...(change && fixOf(change)),
  };
}
