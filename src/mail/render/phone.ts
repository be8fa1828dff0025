import { clampPixels } from '../model/layout-sizes.ts';

/** Padding on the left and right above this many pixels is narrower on phones. */
const WIDE = 30;
/** Padding above this many pixels is limited to it before it is narrowed: boxes in the middle of a mail have much. */
const WIDEST = 40;
/** Width of a phone as a share of the width of a mail. */
const PHONE_SHARE = 0.6;

/** Selectors from the element with the class to the cell with the padding. */
const CELLS = {
  block: [''],
  row: ['>table>tbody>tr>td', '>div>table>tbody>tr>td'],
  band: ['>tbody>tr>td>div>table>tbody>tr>td'],
} as const;

type Kind = keyof typeof CELLS;

/** The rules for phones by class, collected while blocks are rendered. */
export type PhoneStyle = Map<string, string>;

/** The classes by which an element with wide padding at its sides is narrower on phones; '' for others. */
export function phonePadding(
  style: PhoneStyle,
  kind: Kind,
  padding: { left: number; right: number } | undefined,
): string {
  if (!padding) return '';
  const classes = (['left', 'right'] as const).flatMap((side) => {
    const pixels = Math.min(Math.round(clampPixels(padding[side])), WIDEST);
    if (pixels <= WIDE) return [];
    const name = `${kind}-${side[0]}${pixels}`;
    const selectors = CELLS[kind].map((cell) => `.${name}${cell}`).join(',');
    style.set(name, `${selectors}{padding-${side}:${Math.round(pixels * PHONE_SHARE)}px!important}`);
    return [name];
  });
  return classes.join(' ');
}

/** The media query of the rules on a line of its own; '' without any. */
export function writePhoneStyle(style: PhoneStyle): string {
  return style.size === 0
    ? ''
    : `\n@media only screen and (max-width:480px){${[...style.values()].join('')}}`;
}
