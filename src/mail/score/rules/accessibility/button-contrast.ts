import type { ContentOperations } from '../../../model/index.ts';
import { contrastOfHex } from '../../../parse/color.ts';
import {
  findLegibleColor,
  findNearest,
  isAlwaysLegible,
  lightnessBetween,
} from '../../../parse/legible-color.ts';
import { memoize } from '../../../parse/memoize.ts';
import { changeBlock } from '../../fix.ts';
import type { Mail, MailText } from '../../mail/mail.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';
import { hexOf } from './color-places.ts';
import { contrastNeeded, formatRatio } from './contrast-ratio.ts';
import { hasInvisibleText } from './recolor.ts';

/** Contrast between a control and what is around it (WCAG 2.2, 1.4.11). */
const NEEDED_FILL = 3;
/** A button whose fill has less contrast looks like a text link, probably on purpose. */
const INVISIBLE = 1.1;

interface ButtonColors {
  blockId: string;
  /** The label is translucent: its field has another color than is seen. */
  isLabelTranslucent: boolean;
  label: string;
  fill: string;
  behind: string;
  needed: number;
  page: string;
}

/** Contrast of a button's label to its fill (WCAG 2.2, 1.4.3), and of the fill to what is behind (1.4.11). */
export const buttonContrastRule: Rule = {
  id: 'a11y.button-contrast',
  area: 'accessibility',
  check(mail) {
    const buttons = mail.texts.filter(({ role }) => role === 'button');
    const known = buttons.flatMap((text) => readColors(mail, text));
    if (buttons.length > 0 && known.length === 0) {
      return { notMeasured: 'The colors of the buttons are merge tags.' };
    }
    return known.flatMap(({ text, colors }) => checkButton(mail, text, colors));
  },
};

function readColors(mail: Mail, text: MailText): { text: MailText; colors: ButtonColors }[] {
  const [run] = text.runs;
  const behind = mail.blockOf.get(text.blockId)?.background ?? '';
  if (run === undefined || run.color === '' || run.background === '') return [];
  const { color: label, background: fill, fontSize, bold } = run;
  const needed = contrastNeeded(fontSize, bold);
  const page = mail.background || '#ffffff';
  const block = mail.blockOf.get(text.blockId)?.block;
  const isLabelTranslucent = block?.type === 'button' && hexOf(block.textColor) !== label;
  return [{ text, colors: { blockId: text.blockId, isLabelTranslucent, label, fill, behind, needed, page } }];
}

function checkButton(mail: Mail, { text }: MailText, colors: ButtonColors): RuleFinding[] {
  const { blockId, label, fill, behind, needed } = colors;
  const onFill = contrastOfHex(label, fill);
  const onPage = behind === '' ? undefined : contrastOfHex(fill, behind);
  const isBlurred = onFill < needed;
  const isLost = onPage !== undefined && onPage < NEEDED_FILL;
  if (!isBlurred && !isLost) return [];
  const fix = repair(colors, isLost && onPage >= INVISIBLE);
  const findings: RuleFinding[] = [];
  if (isBlurred) {
    findings.push({
      severity: 'high',
      blockId,
      message: `The label ${quote(text, 40)} has a contrast of ${formatRatio(onFill)} (${label} on ${fill}); it needs ${needed}:1.`,
      suggestion: 'Set textColor to a color that stands out from backgroundColor.',
      ...(fix && { fix, ...(hasInvisibleText(mail) && { fixNeedsTrial: true }) }),
    });
  }
  if (isLost) {
    findings.push({
      severity: 'low',
      blockId,
      message: `The button ${quote(text, 40)} hardly stands out: ${fill} on ${behind} has a contrast of ${formatRatio(onPage)}; it needs 3:1.`,
      suggestion: 'Set backgroundColor to a color that stands out from what is behind the button.',
      ...(fix && onPage >= INVISIBLE && { fix, ...(hasInvisibleText(mail) && { fixNeedsTrial: true }) }),
    });
  }
  return findings;
}

/** Operations that fix all colors of a button; the same for each of its findings. */
function repair(colors: ButtonColors, isFillLost: boolean): ContentOperations | undefined {
  const { blockId, isLabelTranslucent, label, fill } = colors;
  const better = findBetterColors(colors, isFillLost);
  if (better === undefined) return undefined;
  return changeBlock(blockId, {
    ...(better.fill !== fill && { backgroundColor: better.fill }),
    ...((better.label !== label || isLabelTranslucent) && { textColor: better.label }),
  });
}

/** The nearest sufficient colors: another fill or, if that is a smaller change, another label. */
const findBetterColors = memoize(
  ({ label, fill, behind, needed, page }: ButtonColors, isFillLost: boolean) =>
    `${label} ${fill} ${behind} ${needed} ${page} ${isFillLost}`,
  (colors, isFillLost): ButtonStyle | undefined => {
    const refilled = refill(colors, isFillLost);
    const relabeled = isFillLost ? undefined : relabel(colors, colors.fill);
    return [refilled, relabeled]
      .filter((found) => found !== undefined)
      .sort((one, other) => distanceFrom(colors, one) - distanceFrom(colors, other))[0];
  },
);

type ButtonStyle = Pick<ButtonColors, 'fill' | 'label'>;

function distanceFrom({ fill, label }: ButtonStyle, other: ButtonStyle): number {
  return lightnessBetween(fill, other.fill) + lightnessBetween(label, other.label);
}

/** Another fill, with the same label color if possible. It stands out from the page, unless the old fill did not. */
function refill(colors: ButtonColors, isFillLost: boolean): ButtonStyle | undefined {
  const { label, fill, behind, needed, page } = colors;
  const mustStandOut = behind !== '' && (isFillLost || contrastOfHex(fill, behind) >= NEEDED_FILL);
  const suits = (candidate: string) => !mustStandOut || contrastOfHex(candidate, behind) >= NEEDED_FILL;
  const carriesLabel = (candidate: string) =>
    suits(candidate) && isAlwaysLegible(label, { background: candidate, needed }, page);
  const carrying = findNearest(fill, carriesLabel);
  if (carrying !== undefined) return { fill: carrying, label };
  const standing = findNearest(fill, suits);
  return standing === undefined ? undefined : relabel(colors, standing);
}

function relabel({ label, needed, page }: ButtonColors, fill: string): ButtonStyle | undefined {
  const use = { background: fill, needed };
  const found = findLegibleColor(label, [use], page);
  return found === undefined ? undefined : { fill, label: found };
}
