import type { Block, SectionBlock } from '../../model/index.ts';
import { COLUMN_SHARES } from '../../model/layout-sizes.ts';
import type { Color } from '../../parse/color.ts';
import { colorOn, type PageLooks } from './looks.ts';

/** Where a block stands; `background` undefined: a merge tag decides it. */
export interface Place {
  width: number;
  background: Color | undefined;
  isHidden: boolean;
  isConditional: boolean;
}

export function topPlace(page: PageLooks): Place {
  return {
    width: page.width,
    background: page.isBackgroundKnown ? page.background : undefined,
    isHidden: false,
    isConditional: false,
  };
}

/** Inside a block: what is left of the width, and what is behind. As the renderer's boxes. */
export function enterBlock({ block, place }: { block: Block; place: Place }): Place {
  const { styles } = block as Partial<Pick<Block, 'styles'>>;
  const wrapper = block.type === 'section' ? block.wrapper : undefined;
  const band = colorOn(wrapper?.backgroundColor, place.background, place.background);
  const sides = sidesOf(styles?.padding) + sidesOf(wrapper?.padding);
  return {
    width: Math.max(place.width - sides, 20),
    background: colorOn(styles?.backgroundColor, band, band),
    isHidden: place.isHidden || (block.visibility?.desktop === false && block.visibility.mobile === false),
    isConditional: place.isConditional || block.displayCondition !== undefined,
  };
}

function sidesOf(padding: { left: number; right: number } | undefined): number {
  return (padding?.left ?? 0) + (padding?.right ?? 0);
}

/** The place of a column of a section; lists beyond the layout become rows of their own. */
export function columnPlace(section: SectionBlock, index: number, inside: Place): Place {
  const share = COLUMN_SHARES[section.columns]?.[index] ?? 100;
  return { ...inside, width: Math.floor((inside.width * share) / 100) };
}
