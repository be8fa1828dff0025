import type { Block, CountdownBlock } from '../../../model/index.ts';
import { contrastOfHex, formatColor, overlay, parseColor, WHITE } from '../../../parse/color.ts';
import { findNearest } from '../../../parse/legible-color.ts';
import { mayHaveMergeTag } from '../../../parse/merge-tags.ts';
import { changeBlock } from '../../fix.ts';
import type { Mail } from '../../mail/mail.ts';
import type { RuleFinding } from '../../rule.ts';
import { contrastNeeded, formatRatio } from './contrast-ratio.ts';

type Part = 'digitColor' | 'labelColor';

/** Contrast of the digits and labels that are drawn into a countdown image (WCAG 2.2, 1.4.3). */
export function checkCountdowns(mail: Mail): RuleFinding[] {
  const shown = mail.blocks.filter(({ isHidden }) => !isHidden);
  return shown.flatMap(({ block }) => checkCountdown(block));
}

function checkCountdown(block: Block): RuleFinding[] {
  if (block.type !== 'countdown' || block.targetDate.trim() === '') return [];
  return [
    ...checkPart(block, 'digitColor', contrastNeeded(block.digitFontSize, true), 'digits'),
    ...(hasLabels(block)
      ? checkPart(block, 'labelColor', contrastNeeded(block.labelFontSize, false), 'labels')
      : []),
  ];
}

function hasLabels(block: CountdownBlock): boolean {
  const { labelDays, labelHours, labelMinutes, labelSeconds, labelFontSize } = block;
  return labelFontSize > 0 && `${labelDays}${labelHours}${labelMinutes}${labelSeconds}`.trim() !== '';
}

function checkPart(block: CountdownBlock, part: Part, needed: number, name: string): RuleFinding[] {
  const background = readOpaque(block.backgroundColor);
  const color = readOpaque(block[part]);
  if (background === undefined || color === undefined) return [];
  const ratio = contrastOfHex(color, background);
  if (ratio >= needed) return [];
  const better = findNearest(color, (candidate) => contrastOfHex(candidate, background) >= needed);
  return [
    {
      severity: ratio < 3 ? 'high' : 'medium',
      blockId: block.id,
      message: `The ${name} of the clock have a contrast of ${formatRatio(ratio)} (${color} on ${background}); they need ${needed}:1.`,
      suggestion: `Make the ${name} ${better ?? 'darker or lighter'}.`,
      ...(better !== undefined && { fix: changeBlock(block.id, { [part]: better }) }),
    },
  ];
}

/** The color as the image shows it, on white. */
function readOpaque(css: string): string | undefined {
  const color = mayHaveMergeTag(css) ? undefined : parseColor(css);
  return color === undefined ? undefined : formatColor(overlay(color, WHITE));
}
