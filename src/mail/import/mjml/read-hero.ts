import type { ButtonBlock, LeafBlock, SectionBlock } from '../../model/index.ts';
import { BUTTON_LINE, HEADING_PIXELS } from '../../model/layout-sizes.ts';
import { childElements } from '../../parse/html.ts';
import { makeSections } from '../blocks/make-sections.ts';
import { readColor } from '../css/colors.ts';
import { addSides, NO_SIDES, readPixels } from '../css/values.ts';
import { type AttributeReader, type Component, type MjmlContext, paddingOf } from './component.ts';
import { readComponent } from './read-component.ts';

/** The picture behind a row. */
export function backgroundOf(read: AttributeReader): SectionBlock['backgroundImage'] {
  const src = read('background-url');
  if (!src) return undefined;
  const size = read('background-size') ?? 'auto';
  const repeat = read('background-repeat') ?? 'repeat';
  const fallbackColor = readColor(read('background-color'));
  return {
    src,
    size: size === 'cover' || size === 'contain' ? size : 'auto',
    position: read('background-position') ?? 'top center',
    repeat: /^repeat/.test(repeat),
    ...(fallbackColor ? { fallbackColor } : {}),
  };
}

/** mj-hero: a section with a picture behind it, padded to the height of the hero. */
export function readHero(context: MjmlContext, { element, read }: Component): (SectionBlock | LeafBlock)[] {
  const blocks = childElements(element).flatMap((child) => readComponent(context, child));
  const picture = backgroundOf(read);
  const padding = paddingOf(read);
  const isFixed = read('mode') === 'fixed-height';
  const height = isFixed ? (readPixels(read('height')) ?? 0) : 0;
  const rest = Math.max(0, height - padding.top - padding.bottom - estimateHeight(blocks, context.width));
  const share = { top: 0, middle: 0.5, bottom: 1 }[read('vertical-align') ?? 'top'] ?? 0;
  const room = { ...NO_SIDES, top: Math.round(rest * share), bottom: Math.round(rest * (1 - share)) };
  return makeSections(context, {
    columns: [{ width: undefined, blocks }],
    padding: addSides(padding, room),
    backgroundColor: readColor(read('background-color')),
    backgroundImage: picture && {
      ...picture,
      size: 'cover',
      repeat: false,
      position: read('background-position') ?? 'center center',
    },
    place: element,
  });
}

/** About how high blocks are, in pixels. */
function estimateHeight(blocks: readonly LeafBlock[], width: number): number {
  return blocks.reduce((sum, block) => {
    const { top, right, bottom, left } = block.styles.padding;
    if (block.type === 'spacer') return sum + block.height;
    const length = 'content' in block ? block.content.replace(/<[^<>]*>/g, '').length : 1;
    const { size, line } = lineOf(block);
    // Letters are about half as wide as high.
    const lines = Math.ceil((length * size * 0.47) / Math.max(width - left - right, 100));
    const content = lines * line;
    const inside = block.type === 'button' ? buttonWidth(block) : 0;
    return sum + top + bottom + content + inside;
  }, 0);
}

/** The font size and the height of the lines of a block in pixels, as the text of most of it has them. */
function lineOf(block: LeafBlock): { size: number; line: number } {
  if (block.type === 'button') return { size: block.fontSize, line: block.fontSize * BUTTON_LINE };
  const content = 'content' in block ? block.content : '';
  const declared = (property: string) =>
    new RegExp(`${property}: (\\d{1,4}(?:\\.\\d{1,9})?)(px)?`).exec(content) ?? [];
  const isTitle = block.type === 'title';
  const size = Number(declared('font-size')[1] ?? (isTitle ? HEADING_PIXELS[block.level] : 16));
  const [, height = isTitle ? 1.3 : 1.5, unit] = declared('line-height');
  return { size, line: unit ? Number(height) : Number(height) * size };
}

function buttonWidth({ buttonPadding, border }: ButtonBlock): number {
  const lines = (border?.top?.width ?? 0) + (border?.bottom?.width ?? 0);
  return buttonPadding.top + buttonPadding.bottom + lines;
}
