import type { Border, Corners, LeafBlock } from '../model/index.ts';
import { pixels, spacing } from '../model/layout-sizes.ts';
import { formatColor } from '../parse/color.ts';
import type { Attributes } from '../parse/escape.ts';
import { darkBackground, writeCssClass } from './dark.ts';
import { type Container, type MailPage, markerOf, onBackground, readBackground, readColor } from './page.ts';
import { phonePadding } from './phone.ts';

type Align = 'left' | 'center' | 'right';

/** The cell of a block in a column, with padding and background. */
interface Box {
  /** The place of the content of the block. */
  place: Container;
  /**
   * The attributes of the cell. A pinned block on a page with dark mode gets its own background, so that it stays as designed.
   * @param container the place of the content, if the content turned out to be pinned
   * @param classes further classes of the cell
   */
  attributes(container: Container, ...classes: string[]): Attributes;
}

export function makeBox(block: LeafBlock, page: MailPage, container: Container): Box {
  const { padding, backgroundColor } = block.styles;
  const own = readBackground(backgroundColor);
  const behind = onBackground(container, own);
  const width = Math.max(behind.width - padding.left - padding.right, 20);
  return {
    place: { ...behind, width },
    attributes(inside, ...classes) {
      const isIsland = inside.backdrop.isPinned && !behind.backdrop.isPinned;
      const background = own ?? (isIsland ? formatColor(behind.backdrop.color) : undefined);
      const dark = own !== undefined ? darkBackground(page.dark, inside.backdrop) : '';
      return {
        padding: spacing(padding),
        'container-background-color': background,
        'css-class': writeCssClass(
          hiddenClass(block),
          dark,
          ...classes,
          phonePadding(page.phone, 'block', padding),
          markerOf(block, page),
        ),
      };
    },
  };
}

/** A radius as CSS; undefined for square corners. */
export function writeRadius(radius: number | Corners | undefined): string | undefined {
  if (radius === undefined || typeof radius === 'number') return radius ? pixels(radius) : undefined;
  const { topLeft, topRight, bottomRight, bottomLeft } = radius;
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  return corners.every((corner) => corner === 0)
    ? undefined
    : corners.map((corner) => pixels(corner)).join(' ');
}

/** The sides of a border as attributes. */
export function borderAttributes(border: Border | undefined): Attributes {
  const attributes: Attributes = {};
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const line = border?.[side];
    if (!line || line.width === 0) continue;
    attributes[`border-${side}`] =
      `${pixels(line.width)} ${line.style} ${readColor(line.color) ?? '#000000'}`;
  }
  return attributes;
}

/** The class that hides a block on one kind of screen. */
export function hiddenClass(block: Pick<LeafBlock, 'visibility'>): string {
  if (block.visibility?.desktop === false) return 'hide-desktop';
  return block.visibility?.mobile === false ? 'hide-mobile' : '';
}

/** Whether a block is hidden on every screen. */
export function isHidden(block: Pick<LeafBlock, 'visibility'>): boolean {
  return block.visibility?.desktop === false && block.visibility.mobile === false;
}

/**
 * How a text is aligned. "left" is the default of editors, so in a language written from right to left it
 * means the side where lines begin.
 */
export function textAlign(align: Align, page: MailPage): Align {
  return align === 'left' ? startSide(page) : align;
}

/** The side where lines begin. */
function startSide(page: MailPage): 'left' | 'right' {
  return page.dir === 'rtl' ? 'right' : 'left';
}
