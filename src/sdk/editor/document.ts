import { type Content, find } from './content.ts';
import { apply, invert, type Operation, targetOf, toOperations } from './operations.ts';

/** A change that can be undone as one. */
interface Step {
  /** Operations that undo the change. */
  undo: Operation[];
  /** Changes with the same tag follow each other as one step, such as typing in one field. */
  tag: string | undefined;
  at: number;
}

/** A step that was undone or redone, with a block that it concerns; settings have none. */
export interface StepDone {
  blockId: string | undefined;
}

interface DocumentEvents {
  /** The content has changed. */
  onChange(operations: readonly Operation[], isOwn: boolean): void;
}

/** Pauses in typing that are longer begin a new step. */
const STEP_MS = 1500;
const MAX_STEPS = 200;

/**
 * The template that is edited. Own changes can be undone. Undo affects only the parts that the own change touched, so
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

  /**
   * Applies an own change; an update to undefined removes a field. With a `tag`, it joins the step before if that has
   * the same tag and is recent.
   */
  change(changes: readonly Operation[], tag?: string): void {
    const { operations, undo } = this.#apply(changes);
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
    this.#forgetContents();
    this.#events.onChange([operation], false);
  }

  /** Replaces the content by that of the service. */
  reset(content: Content): void {
    this.receive({ operation: 'set_content', data: { content } });
  }

  /** Undoes the last own step, unless one of its blocks may not be changed. Undefined: nothing was undone. */
  undo(mayChange: (blockId: string) => boolean): StepDone | undefined {
    return this.#step(this.#undo, this.#redo, mayChange);
  }

  redo(mayChange: (blockId: string) => boolean): StepDone | undefined {
    return this.#step(this.#redo, this.#undo, mayChange);
  }

  #step(from: Step[], to: Step[], mayChange: (blockId: string) => boolean): StepDone | undefined {
    // The blocks of a step may be gone. Then it changes nothing, and the previous step is undone instead.
    for (let step = from.at(-1); step !== undefined; step = from.at(-1)) {
      const ids = step.undo.map(targetOf).filter((id) => id !== undefined);
      if (ids.some((id) => find(this.#content, id) !== undefined && !mayChange(id))) return undefined;
      from.pop();
      const { operations, undo } = this.#apply(step.undo);
      if (undo.length === 0) continue;
      to.push({ undo, tag: undefined, at: 0 });
      this.#events.onChange(operations, true);
      return { blockId: ids.at(-1) };
    }
    return undefined;
  }

  /** Returns the operations for others, and the changes that take these back. */
  #apply(changes: readonly Operation[]): { operations: Operation[]; undo: Operation[] } {
    const operations: Operation[] = [];
    const undo: Operation[] = [];
    for (const change of changes) {
      const before = this.#content;
      const made = toOperations(before, change);
      this.#content = made.reduce(apply, before);
      if (this.#content === before) continue;
      operations.push(...made);
      undo.unshift(...invert(before, change));
    }
    return { operations, undo };
  }

  /** Steps that restore a whole content would remove later changes of others. */
  #forgetContents(): void {
    const isKept = ({ undo }: Step) => undo.every(({ operation }) => operation !== 'set_content');
    this.#undo = this.#undo.filter(isKept);
    this.#redo = this.#redo.filter(isKept);
  }
}
