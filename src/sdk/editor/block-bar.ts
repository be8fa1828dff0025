import { iconButton, make } from './dom.ts';
import { ICONS } from './icons.ts';
import { TEXTS } from './texts.ts';

interface BlockBarActions {
  isReadOnly: boolean;
  move(by: -1 | 1): void;
  duplicate(): void;
  remove(): void;
  /** Undefined: no comments. */
  comment: (() => void) | undefined;
}

/** The buttons beside the selected block. */
export function makeBlockBar({ isReadOnly, move, duplicate, remove, comment }: BlockBarActions): HTMLElement {
  if (isReadOnly) return make('div', { hidden: true });
  return make(
    'div',
    { className: 'block-bar', role: 'toolbar', 'aria-label': TEXTS.toolbar, hidden: true },
    iconButton(ICONS.up, TEXTS.moveUp, () => move(-1)),
    iconButton(ICONS.down, TEXTS.moveDown, () => move(1)),
    iconButton(ICONS.copy, TEXTS.duplicate, duplicate),
    iconButton(ICONS.remove, TEXTS.remove, remove),
    comment && iconButton(ICONS.comment, TEXTS.comment, comment),
  );
}
