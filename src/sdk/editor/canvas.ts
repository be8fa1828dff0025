import { type Block, type Content, type Found, walk } from './content.ts';
import { describeBlock } from './describe.ts';
import { make } from './dom.ts';
import type { Preview } from './preview.ts';
import { fill, nameBlock, TEXTS } from './texts.ts';

interface CanvasOptions {
  preview: Preview;
  readContent(): Content;
  /** The name of the person who has selected a block. */
  holderOf(blockId: string): string | undefined;
  /** Open comments on a block. */
  countComments(blockId: string): number;
  onSelect(blockId: string | undefined): void;
  /** The selected block is to be edited. */
  onEdit(): void;
}

const MIN_HEIGHT = 12;

/**
 * The blocks over the preview: a list for the keyboard and for screen readers, with an item over each block for the
 * pointer. The item of the selected block can be focused.
 */
export class Canvas {
  readonly element: HTMLElement;
  readonly list: HTMLElement;
  readonly #items = new Map<string, HTMLElement>();
  readonly #toolbar: HTMLElement;
  readonly #options: CanvasOptions;
  #selected: string | undefined;
  /** Whether to scroll the selected block into view as soon as it is drawn. */
  #isToBeShown = false;
  /** Blocks are never changed in place. */
  readonly #descriptions = new WeakMap<Block, string>();

  /** `toolbar` is placed beside the selected block. */
  constructor(options: CanvasOptions, toolbar: HTMLElement) {
    this.#options = options;
    this.#toolbar = toolbar;
    this.list = make('div', {
      className: 'blocks',
      role: 'listbox',
      'aria-label': TEXTS.canvas,
      tabIndex: 0,
    });
    const empty = make('p', { className: 'empty' }, TEXTS.empty);
    this.element = make('div', { className: 'sheet' }, options.preview.frame, this.list, toolbar, empty);
    this.list.addEventListener('click', (event) => {
      this.#select(this.#idAt(event));
      this.focus();
    });
    this.list.addEventListener('dblclick', (event) => {
      if (this.#idAt(event) !== undefined) options.onEdit();
    });
    // The Tab key moves the focus to the list when no block is selected.
    this.list.addEventListener('focus', () => {
      if (this.#selected === undefined) this.step('first');
      else this.focus();
    });
  }

  get selected(): string | undefined {
    return this.#selected;
  }

  /** Selects a block, or none. */
  select(id: string | undefined): void {
    this.#selected = id;
    this.#isToBeShown = true;
    this.update();
  }

  /** Selects the block before or after the selected one, in reading order. */
  step(to: 'next' | 'previous' | 'first' | 'last'): void {
    const ids = Array.from(walk(this.#options.readContent()), ({ block }) => block.id);
    const at = this.#selected === undefined ? -1 : ids.indexOf(this.#selected);
    const index = { next: at + 1, previous: at < 0 ? 0 : at - 1, first: 0, last: ids.length - 1 }[to];
    const id = ids[Math.min(Math.max(index, 0), ids.length - 1)];
    if (id === undefined) return;
    this.#select(id);
    this.focus();
  }

  focus(): void {
    const item = this.#selected === undefined ? undefined : this.#items.get(this.#selected);
    (item ?? this.list).focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    const { activeElement } = this.element.getRootNode() as ShadowRoot;
    return activeElement !== null && this.list.contains(activeElement);
  }

  /** Brings names, states and places of the items up to date. */
  update(): void {
    const found = [...walk(this.#options.readContent())];
    const ids = new Set(found.map(({ block }) => block.id));
    for (const [id, item] of this.#items) {
      if (ids.has(id)) continue;
      item.remove();
      this.#items.delete(id);
    }
    const hadFocus = this.hasFocus;
    const items = found.map((one) => this.#updateItem(one));
    const isSame = items.every((item, index) => this.list.children[index] === item);
    if (!isSame) this.list.replaceChildren(...items);
    this.list.tabIndex = this.#selected === undefined ? 0 : -1;
    // Moving an element in the page takes the focus from it.
    if (hadFocus && !isSame) this.focus();
    this.element.classList.toggle('is-empty', found.length === 0);
    this.place();
  }

  /** Brings the places of the items up to date. */
  place(): void {
    const { preview } = this.#options;
    const boxes = Array.from(this.#items.keys(), (id) => [id, preview.boxOf(id)] as const);
    for (const [id, box] of boxes) {
      const item = this.#items.get(id) as HTMLElement;
      const { style } = item;
      setData(item, 'blank', preview.isBlank(id) ? nameBlock(item.dataset.type ?? '') : undefined);
      const { left, top, width, height } = box ?? { left: 0, top: 0, width: 0, height: 0 };
      style.transform = `translate(${left}px, ${top}px)`;
      style.width = `${width}px`;
      // A block whose picture does not load must still be clickable.
      style.height = `${box ? Math.max(height, MIN_HEIGHT) : 0}px`;
    }
    const box = this.#selected === undefined ? undefined : preview.boxOf(this.#selected);
    this.#toolbar.hidden = this.#selected === undefined;
    // A new block is not drawn yet: the toolbar stays where it is, so that it keeps the focus.
    if (box === undefined) return;
    if (this.#isToBeShown) this.#items.get(this.#selected ?? '')?.scrollIntoView({ block: 'nearest' });
    this.#isToBeShown = false;
    const { left, top, width } = box;
    this.#toolbar.style.transform = `translate(${left + width}px, ${Math.max(top, 0)}px) translate(-100%, -100%)`;
  }

  #updateItem({ block, section, column = 0 }: Found): HTMLElement {
    let item = this.#items.get(block.id);
    if (item === undefined) {
      item = make('div', { className: 'block', role: 'option', 'data-block': block.id });
      this.#items.set(block.id, item);
    }
    const holder = this.#options.holderOf(block.id);
    const comments = this.#options.countComments(block.id);
    const isSelected = block.id === this.#selected;
    const notes = [
      section !== undefined && fill(TEXTS.column, { column: column + 1 }),
      holder !== undefined && fill(TEXTS.lockedBy, { name: holder }),
      comments > 0 && `${TEXTS.comments}: ${comments}`,
    ].filter((note) => note !== false);
    item.setAttribute('aria-label', [this.#describe(block), ...notes].join(', '));
    item.setAttribute('aria-selected', String(isSelected));
    item.tabIndex = isSelected ? 0 : -1;
    item.dataset.type = block.type;
    setData(item, 'holder', holder);
    setData(item, 'comments', comments > 0 ? String(comments) : undefined);
    return item;
  }

  #describe(block: Block): string {
    const description = this.#descriptions.get(block) ?? describeBlock(block);
    this.#descriptions.set(block, description);
    return description;
  }

  #idAt(event: Event): string | undefined {
    return (event.target as HTMLElement).closest<HTMLElement>('[data-block]')?.dataset.block;
  }

  #select(id: string | undefined): void {
    if (id !== this.#selected) this.#options.onSelect(id);
  }
}

function setData(item: HTMLElement, key: string, value: string | undefined): void {
  if (value === undefined) delete item.dataset[key];
  else item.dataset[key] = value;
}
