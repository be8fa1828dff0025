import { iconButton, make } from './dom.ts';
import { ICONS } from './icons.ts';
import { MOD } from './keyboard.ts';
import { KEYS, TEXTS } from './texts.ts';

/** The dialog that lists the keys. */
export function makeKeysDialog(): HTMLDialogElement {
  const rows = KEYS.flatMap(([keys, meaning]) => [
    make(
      'dt',
      {},
      ...keys.split(' ').map((key) => make('kbd', {}, key.replace('Mod+', MOD).replace(/,$/, ''))),
    ),
    make('dd', {}, meaning),
  ]);
  const close = iconButton(ICONS.close, TEXTS.close, () => dialog.close());
  const head = make('div', { className: 'dialog-head' }, make('h2', {}, TEXTS.keys), close);
  const dialog = make(
    'dialog',
    { className: 'keys', 'aria-label': TEXTS.keys },
    head,
    make('dl', {}, ...rows),
  );
  return dialog;
}
