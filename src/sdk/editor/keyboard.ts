/** The actions of the editor's keys. */
export interface KeyActions {
  save(): void;
  undo(): void;
  redo(): void;
  step(to: 'next' | 'previous' | 'first' | 'last'): void;
  edit(): void;
  leave(): void;
  move(by: -1 | 1): void;
  duplicate(): void;
  remove(): void;
  showKeys(): void;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The modifier of shortcuts, as people read it. */
export const MOD = isApple ? '⌘' : 'Ctrl+';

/** The list of blocks, as keys see it. */
interface Blocks {
  readonly hasFocus: boolean;
  focus(): void;
}

export function listenToKeys(element: HTMLElement, blocks: Blocks, actions: KeyActions): void {
  element.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.defaultPrevented || target.closest('dialog') !== null) return;
    if (event.key === 'Escape' && target.closest('.side, .block-bar') !== null) {
      blocks.focus();
      return;
    }
    // Text fields outside the mail use the browser's undo.
    const isForeign = target.closest('.comments, .name') !== null;
    if (isForeign && /^[zy]$/i.test(event.key)) return;
    if (handleKey(event, actions, blocks.hasFocus)) event.preventDefault();
  });
}

/**
 * Runs the action of a key. `isInBlocks`: the focus is in the list of blocks. Returns whether the key has an action
 * there.
 */
function handleKey(event: KeyboardEvent, actions: KeyActions, isInBlocks: boolean): boolean {
  const { key, altKey, shiftKey } = event;
  const isMod = isApple ? event.metaKey : event.ctrlKey;
  if (isMod && !altKey) return handleShortcut(key.toLowerCase(), shiftKey, actions, isInBlocks);
  if (!isInBlocks) return false;
  if (altKey) {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[key as 'ArrowUp'];
    if (by !== undefined) actions.move(by);
    return by !== undefined;
  }
  const meaning = BLOCK_KEYS[key];
  meaning?.(actions);
  return meaning !== undefined;
}

const BLOCK_KEYS: Readonly<Record<string, (actions: KeyActions) => void>> = {
  ArrowDown: (actions) => actions.step('next'),
  ArrowRight: (actions) => actions.step('next'),
  ArrowUp: (actions) => actions.step('previous'),
  ArrowLeft: (actions) => actions.step('previous'),
  Home: (actions) => actions.step('first'),
  End: (actions) => actions.step('last'),
  Enter: (actions) => actions.edit(),
  F2: (actions) => actions.edit(),
  Escape: (actions) => actions.leave(),
  Delete: (actions) => actions.remove(),
  Backspace: (actions) => actions.remove(),
  '?': (actions) => actions.showKeys(),
};

function handleShortcut(key: string, isShifted: boolean, actions: KeyActions, isInBlocks: boolean): boolean {
  if (key === 's') actions.save();
  else if (key === 'z' && !isShifted) actions.undo();
  else if (key === 'y' || key === 'z') actions.redo();
  else if (key === 'd' && isInBlocks) actions.duplicate();
  else return false;
  return true;
}
