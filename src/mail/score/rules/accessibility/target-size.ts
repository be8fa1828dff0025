import type { ButtonBlock } from '../../../model/index.ts';
import { BUTTON_LINE } from '../../../model/layout-sizes.ts';
import { changeBlock } from '../../fix.ts';
import { quote } from '../../quote.ts';
import type { Rule, RuleFinding } from '../../rule.ts';

/** Least height of a target in CSS pixels: WCAG 2.2, 2.5.8 (AA), and 2.5.5 (AAA), which fingers need. */
const LEAST = 24;
const COMFORTABLE = 44;

/** Buttons that are too small for fingers. */
export const targetSizeRule: Rule = {
  id: 'a11y.target-size',
  area: 'accessibility',
  check(mail) {
    return mail.blocks.flatMap(({ block, isHidden }): RuleFinding[] => {
      if (isHidden || block.type !== 'button' || block.text.trim() === '') return [];
      const height = heightOf(block);
      if (height >= COMFORTABLE) return [];
      return [
        {
          severity: height < LEAST ? 'medium' : 'low',
          blockId: block.id,
          message: `The button ${quote(block.text, 40)} is ${Math.floor(height)} px high; fingers need ${COMFORTABLE} px.`,
          suggestion: 'Give it more padding above and below.',
          fix: changeBlock(block.id, { buttonPadding: grow(block, height) }),
        },
      ];
    });
  },
};

function heightOf({ fontSize, buttonPadding }: ButtonBlock): number {
  return Math.max(fontSize, 1) * BUTTON_LINE + buttonPadding.top + buttonPadding.bottom;
}

function grow({ buttonPadding }: ButtonBlock, height: number): { top: number; bottom: number } {
  const more = Math.ceil((COMFORTABLE - height) / 2);
  return { top: buttonPadding.top + more, bottom: buttonPadding.bottom + more };
}
