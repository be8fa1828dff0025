import type { Member } from '../channel.ts';
import { button, iconButton, make } from './dom.ts';
import { ICONS } from './icons.ts';
import type { SaveState } from './saver.ts';
import { fill, TEXTS } from './texts.ts';

interface TopBarOptions {
  isReadOnly: boolean;
  onName(name: string): void;
  onUndo(): void;
  onRedo(): void;
  onPhone(isPhone: boolean): void;
  onKeys(): void;
  onSave(): void;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Name, undo, kind of screen, people, and the state of saving. */
export class TopBar {
  readonly element: HTMLElement;
  readonly #options: TopBarOptions;
  readonly #name = make('input', {
    type: 'text',
    className: 'name',
    maxLength: 255,
    'aria-label': TEXTS.name,
    placeholder: TEXTS.unnamed,
  });
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #people = make('ul', { className: 'people', 'aria-label': TEXTS.people });
  readonly #state = make('span', { className: 'state' });
  readonly #conflict: HTMLElement;
  readonly #save: HTMLButtonElement;

  constructor(options: TopBarOptions) {
    this.#options = options;
    this.#name.readOnly = options.isReadOnly;
    this.#name.addEventListener('input', () => options.onName(this.#name.value));
    this.#undo = iconButton(ICONS.undo, TEXTS.undo, options.onUndo);
    this.#redo = iconButton(ICONS.redo, TEXTS.redo, options.onRedo);
    this.#save = button(TEXTS.save, options.onSave, { className: 'primary', 'data-save': true });
    this.#conflict = make(
      'span',
      { className: 'control', hidden: true },
      button(TEXTS.keepMine, options.onKeepMine),
      button(TEXTS.takeTheirs, options.onTakeTheirs),
    );
    const edits = options.isReadOnly
      ? [make('span', { className: 'badge' }, TEXTS.readOnly)]
      : [make('span', { className: 'buttons' }, this.#undo, this.#redo)];
    const keys = iconButton(ICONS.keys, TEXTS.keys, options.onKeys);
    this.element = make(
      'header',
      { className: 'top' },
      this.#name,
      ...edits,
      make('span', { className: 'buttons' }, ...this.#makeScreens()),
      keys,
      make('span', { className: 'gap' }),
      this.#people,
      this.#state,
      this.#conflict,
      !options.isReadOnly && this.#save,
    );
  }

  #makeScreens(): HTMLElement[] {
    const show = (isPhone: boolean) => {
      desktop.setAttribute('aria-pressed', String(!isPhone));
      phone.setAttribute('aria-pressed', String(isPhone));
      this.#options.onPhone(isPhone);
    };
    const desktop = iconButton(ICONS.desktop, TEXTS.desktop, () => show(false), { 'aria-pressed': 'true' });
    const phone = iconButton(ICONS.phone, TEXTS.phone, () => show(true), { 'aria-pressed': 'false' });
    return [desktop, phone];
  }

  showName(name: string): void {
    this.#name.value = name;
  }

  showSteps(canUndo: boolean, canRedo: boolean): void {
    // A disabled button would lose the focus.
    this.#undo.setAttribute('aria-disabled', String(!canUndo));
    this.#redo.setAttribute('aria-disabled', String(!canRedo));
  }

  showPeople(members: readonly Member[]): void {
    const items = members.map(({ name, type }) => {
      const who = type === 'mcp' ? `${name} (${TEXTS.agent})` : name;
      const avatar = make('span', { 'aria-hidden': 'true' }, type === 'mcp' ? '✦' : initialsOf(name));
      return make('li', { title: who }, avatar, make('span', { className: 'sr' }, who));
    });
    this.#people.replaceChildren(...items);
    this.#people.hidden = items.length === 0;
  }

  showState(state: SaveState): void {
    this.#state.dataset.kind = state.kind;
    this.#state.textContent = describeState(state);
    this.#state.title = this.#state.textContent;
    this.#conflict.hidden = state.kind !== 'conflict';
    this.#save.setAttribute('aria-disabled', String(state.kind === 'saved'));
  }
}

/** The first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/, 2);
  // Destructuring reads whole characters, also emoji.
  return words.map(([first = '']) => first.toUpperCase()).join('');
}

export function describeState(state: SaveState): string {
  if (state.kind === 'failed') return fill(TEXTS.saveFailed, { reason: state.reason });
  if (state.kind === 'conflict') return fill(TEXTS.saveConflict, { reason: state.reason });
  return TEXTS[state.kind];
}
