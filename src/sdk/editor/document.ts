import type { Content } from './content.ts';
import { apply, invert, type Operation, targetOf } from './operations.ts';

/** A change that can be undone as one. */
interface Step {
  /** They take the change back. */
  undo: Operation[];
  /** Changes with the same tag follow each other as one step, such as typing in one field. */
  tag: string | undefined;
  at: number;
}

export interface DocumentEvents {
  /** The content has changed. */
  onChange(operations: readonly Operation[], isOwn: boolean): void;
}

/** Pauses in typing that are longer begin a new step. */
const STEP_MS = 1500;
const MAX_STEPS = 200;

/**
 * The template that is edited. Own changes can be undone, and undoing touches only what the own change has touched, so
 * that changes of others stay.
 */
export class TemplateDocument {
  #content: Content;
  #undo: Step[] = [];
  #redo: Step[] = [];
  readonly #events: DocumentEvents;

  constructor(content: Content, events: DocumentEvents) {
    this.#content = content;
    this.#events = events;
  }

  get content(): Content {
    return this.#content;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  /** Applies an own change. With a `tag`, it joins the step before if that has the same tag and is recent. */
  change(operations: readonly Operation[], tag?: string): void {
    const undo = this.#apply(operations);
    if (undo.length === 0) return;
    this.#redo = [];
    const last = this.#undo.at(-1);
    const now = Date.now();
    if (tag !== undefined && last?.tag === tag && now - last.at < STEP_MS) last.at = now;
    else this.#undo.push({ undo, tag, at: now });
    if (this.#undo.length > MAX_STEPS) this.#undo.shift();
    this.#events.onChange(operations, true);
  }

  /** Applies a change of somebody else. */
  receive(operation: Operation): void {
    const before = this.#content;
    this.#content = apply(before, operation);
    if (this.#content === before) return;
    if (operation.operation === 'set_content') this.#forgetContents();
    this.#events.onChange([operation], false);
  }

  /** Replaces the content by that of the service. */
  reset(content: Content): void {
    this.receive({ operation: 'set_content', data: { content } });
  }

  /** Takes the last own step back. Returns the id of a block that it concerns. */
  undo(): string | undefined {
    return this.#step(this.#undo, this.#redo);
  }

  redo(): string | undefined {
    return this.#step(this.#redo, this.#undo);
  }

  #step(from: Step[], to: Step[]): string | undefined {
    // The blocks of a step may be gone by now: then it changes nothing, and the one before it is taken.
    for (let step = from.pop(); step !== undefined; step = from.pop()) {
      const undo = this.#apply(step.undo);
      if (undo.length === 0) continue;
      to.push({ undo, tag: undefined, at: 0 });
      this.#events.onChange(step.undo, true);
      return step.undo.map(targetOf).findLast((id) => id !== undefined);
    }
    return undefined;
  }

  /** Returns the operations that take the change back. */
  #apply(operations: readonly Operation[]): Operation[] {
    const undo: Operation[] = [];
    for (const operation of operations) {
      const before = this.#content;
      this.#content = apply(before, operation);
      if (this.#content !== before) undo.unshift(...invert(before, operation));
    }
    return undo;
  }

  /** Steps that bring back a whole content would take the new one away. */
  #forgetContents(): void {
    const isKept = ({ undo }: Step) => undo.every(({ operation }) => operation !== 'set_content');
    this.#undo = this.#undo.filter(isKept);
    this.#redo = this.#redo.filter(isKept);
  }
}
