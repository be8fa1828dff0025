import { type Content, find, type ListPosition } from './content.ts';
import { describeBlock } from './describe.ts';
import { make } from './dom.ts';
import { type Gap, listGaps, nearestGap } from './drop-places.ts';
import type { Preview } from './preview.ts';
import { nameBlock } from './texts.ts';

export interface DragHost {
  preview: Preview;
  readContent(): Content;
  /** Whether a block can be moved now, or one be added; says why not. */
  mayDrag(blockId: string | undefined): boolean;
  onMove(blockId: string, to: ListPosition & { index: number }): void;
  onAdd(type: string, to: ListPosition & { index: number }): void;
}

/** The dragged thing: a block of the mail, or a type of which a new block is created. */
interface Dragged {
  id: string | undefined;
  type: string;
  name: string;
}

/** A press that moves less than this is a click. */
const START_PIXELS = 6;

/** A drag this near to the upper or lower edge of the visible part scrolls it. */
const EDGE_PIXELS = 48;
/** By how much in each frame. */
const SCROLL_PIXELS = 9;

/**
 * Moves blocks by the mouse or a pen, and adds them from the palette. Touch scrolls instead; the buttons of a block move it
 * there. The mark shows where the block will be; Escape ends the drag without a change.
 */
export class Drag {
  readonly #host: DragHost;
  /** The sheet that the preview fills. */
  readonly #sheet: HTMLElement;
  readonly #mark = make('div', { className: 'drop-mark', hidden: true });
  readonly #label = make('div', { className: 'drag-label', hidden: true });
  #pressed: { dragged: Dragged; x: number; y: number; capture(): void } | undefined;
  #dragged: Dragged | undefined;
  #gap: Gap | undefined;
  #at = { x: 0, y: 0 };
  #frame = 0;
  /** Removes the listeners of the current press. */
  #listening: AbortController | undefined;
  /** A drag has just ended, and its click event follows. */
  #wasDragged = false;

  constructor(host: DragHost, sheet: HTMLElement) {
    this.#host = host;
    this.#sheet = sheet;
    sheet.append(this.#mark, this.#label);
  }

  /** Blocks and buttons of the palette in this element can be dragged. */
  listen(element: HTMLElement): void {
    element.addEventListener('pointerdown', (event) => this.#press(event, element));
    // The click after a drag would select a block or add another one.
    element.addEventListener('click', (event) => this.#swallow(event), { capture: true });
  }

  close(): void {
    this.#end();
  }

  #press(event: PointerEvent, element: HTMLElement): void {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const dragged = this.#draggedAt(event.target as HTMLElement);
    if (dragged === undefined) return;
    const { clientX: x, clientY: y, pointerId } = event;
    // Captures the pointer outside the window too. It starts with the drag, because clicks would no longer reach the
    // element under the pointer.
    const capture = () => element.setPointerCapture(pointerId);
    this.#pressed = { dragged, x, y, capture };
    this.#listenEverywhere();
  }

  #draggedAt(target: HTMLElement): Dragged | undefined {
    const type = target.closest<HTMLElement>('[data-add]')?.dataset.add;
    if (type !== undefined) return { id: undefined, type, name: nameBlock(type) };
    const id = target.closest<HTMLElement>('[data-block]')?.dataset.block;
    const block = id === undefined ? undefined : find(this.#host.readContent(), id)?.block;
    return block && { id, type: block.type, name: describeBlock(block) };
  }

  #swallow(event: Event): void {
    if (!this.#wasDragged) return;
    this.#wasDragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  #listenEverywhere(): void {
    this.#listening = new AbortController();
    const options = { capture: true, signal: this.#listening.signal };
    addEventListener('pointermove', (event) => this.#move(event), options);
    addEventListener('pointerup', () => this.#drop(), options);
    addEventListener('pointercancel', () => this.#end(), options);
    addEventListener('blur', () => this.#end(), options);
    addEventListener('keydown', (event) => this.#cancel(event), options);
  }

  #move(event: PointerEvent): void {
    this.#at = { x: event.clientX, y: event.clientY };
    if (this.#dragged === undefined && !this.#begin()) return;
    event.preventDefault();
    this.#aim();
  }

  #begin(): boolean {
    if (this.#pressed === undefined) return false;
    const { dragged, x, y, capture } = this.#pressed;
    if (Math.hypot(this.#at.x - x, this.#at.y - y) < START_PIXELS) return false;
    if (!this.#host.mayDrag(dragged.id)) {
      this.#end();
      return false;
    }
    capture();
    this.#dragged = dragged;
    this.#label.textContent = dragged.name;
    this.#label.hidden = false;
    this.#sheet.classList.add('is-dragging');
    this.#frame = requestAnimationFrame(() => this.#scroll());
    return true;
  }

  /** Finds the place that is nearest to the pointer, if the pointer is over the part that shows the mail. */
  #aim(): void {
    if (this.#dragged === undefined) return;
    const { x, y } = this.#at;
    const { left, top, width } = this.#sheet.getBoundingClientRect();
    const stage = this.#stage.getBoundingClientRect();
    const isInside = x >= stage.left && x <= stage.right && y >= stage.top && y <= stage.bottom;
    const { preview, readContent } = this.#host;
    const gaps = isInside ? listGaps(readContent(), (id) => preview.boxOf(id), this.#dragged, width) : [];
    this.#gap = nearestGap(gaps, x - left, y - top);
    this.#mark.hidden = this.#gap === undefined;
    this.#label.style.transform = `translate(${x - left + 14}px, ${y - top + 10}px)`;
    if (this.#gap === undefined) return;
    this.#mark.style.transform = `translate(${this.#gap.left}px, ${this.#gap.top}px)`;
    this.#mark.style.width = `${this.#gap.width}px`;
  }

  /** What scrolls the sheet. */
  get #stage(): HTMLElement {
    return this.#sheet.parentElement as HTMLElement;
  }

  #scroll(): void {
    const { top, bottom } = this.#stage.getBoundingClientRect();
    const { y } = this.#at;
    const by = y < top + EDGE_PIXELS ? -SCROLL_PIXELS : y > bottom - EDGE_PIXELS ? SCROLL_PIXELS : 0;
    const before = this.#stage.scrollTop;
    this.#stage.scrollTop += by;
    if (this.#stage.scrollTop !== before) this.#aim();
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  #drop(): void {
    const [dragged, gap] = [this.#dragged, this.#gap];
    this.#end();
    if (dragged === undefined) return;
    this.#wasDragged = true;
    setTimeout(() => (this.#wasDragged = false));
    if (gap === undefined) return;
    const { section, column, index } = gap;
    const place = { ...(section !== undefined && { section, column }), index };
    if (dragged.id === undefined) this.#host.onAdd(dragged.type, place);
    else this.#host.onMove(dragged.id, place);
  }

  #cancel(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#dragged === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    this.#end();
  }

  #end(): void {
    this.#listening?.abort();
    cancelAnimationFrame(this.#frame);
    this.#pressed = undefined;
    this.#dragged = undefined;
    this.#gap = undefined;
    this.#mark.hidden = true;
    this.#label.hidden = true;
    this.#sheet.classList.remove('is-dragging');
  }
}
