import { makeId } from '../random-id.ts';
import { copyWithNewIds } from './content.ts';
import { button, iconButton, make } from './dom.ts';
import { asValues, type Values, withValue } from './field-groups.ts';
import type { FieldContext, FieldView, MakeField, OnChange } from './field-view.ts';
import { type FieldForm, makeDefaults } from './forms.ts';
import { ICONS } from './icons.ts';
import { fill, ITEM_NAMES, nameField, TEXTS } from './texts.ts';

interface ItemView {
  id: unknown;
  element: HTMLElement;
  set(item: unknown): void;
}

/** A list of objects, each with its fields; items can be added, moved and removed. */
export class ItemList implements FieldView {
  readonly element: HTMLElement;
  readonly #context: FieldContext;
  readonly #onChange: OnChange;
  readonly #makeField: MakeField;
  readonly #fields: readonly FieldForm[];
  /** The name of one item. */
  readonly #itemName: string;
  readonly #box = make('div', { className: 'items' });
  readonly #addButton: HTMLButtonElement;
  #items: Values[] = [];
  #views: ItemView[] = [];

  constructor(form: FieldForm, context: FieldContext, onChange: OnChange, makeField: MakeField) {
    this.#context = context;
    this.#onChange = onChange;
    this.#makeField = makeField;
    this.#fields = form.fields ?? [];
    const name = nameField(form.key);
    this.#itemName = ITEM_NAMES[form.key] ?? name;
    const addText = fill(TEXTS.addItem, { item: this.#itemName.toLowerCase() });
    this.#addButton = button(addText, () => this.#add());
    this.#addButton.hidden = context.isReadOnly;
    this.element = make(
      'div',
      { className: 'field wide', role: 'group', 'aria-label': name },
      make('span', { className: 'label' }, name),
      this.#box,
      this.#addButton,
    );
  }

  set(value: unknown): void {
    this.#items = Array.isArray(value) ? value.map(asValues) : [];
    this.#show();
  }

  #change(items: Values[]): void {
    this.#items = items;
    this.#onChange(items);
    this.#show();
  }

  /** Makes the elements again only if other items are in other places, so that the focus stays. */
  #show(): void {
    const items = this.#items;
    const isSame =
      this.#views.length === items.length && this.#views.every(({ id }, index) => id === items[index]?.id);
    if (!isSame) {
      this.#views = items.map((item, index) => this.#makeItem(item, index));
      this.#box.replaceChildren(...this.#views.map(({ element }) => element));
    }
    for (const [index, view] of this.#views.entries()) view.set(items[index]);
  }

  #makeItem({ id }: Values, index: number): ItemView {
    const fields = this.#fields.map((field) =>
      this.#makeField(field, this.#context, (value) => this.#setField(id, field.key, value)),
    );
    const name = fill(TEXTS.item, { item: this.#itemName, number: index + 1 });
    const head = make(
      'div',
      { className: 'item-head' },
      make('span', {}, name),
      ...(this.#context.isReadOnly ? [] : this.#makeTools(id, name)),
    );
    return {
      id,
      element: make(
        'div',
        { className: 'item', role: 'group', 'aria-label': name },
        head,
        ...fields.map(({ element }) => element),
      ),
      set: (item) => {
        for (const [place, { key }] of this.#fields.entries()) fields[place]?.set(asValues(item)[key]);
      },
    };
  }

  #makeTools(id: unknown, name: string): HTMLElement[] {
    return [
      iconButton(ICONS.up, `${TEXTS.moveUp}: ${name}`, () => this.#move(id, -1)),
      iconButton(ICONS.down, `${TEXTS.moveDown}: ${name}`, () => this.#move(id, 1)),
      iconButton(ICONS.remove, `${TEXTS.removeItem}: ${name}`, () => this.#remove(id)),
    ];
  }

  #indexOf(id: unknown): number {
    return this.#items.findIndex((item) => item.id === id);
  }

  #setField(id: unknown, key: string, value: unknown): void {
    const index = this.#indexOf(id);
    this.#items = this.#items.map((item, place) => (place === index ? withValue(item, key, value) : item));
    this.#onChange(this.#items);
  }

  #move(id: unknown, by: number): void {
    const from = this.#indexOf(id);
    const next = this.#items.toSpliced(from, 1);
    const to = Math.min(Math.max(0, from + by), next.length);
    next.splice(to, 0, this.#items[from] as Values);
    this.#change(next);
    this.#views[to]?.element.querySelectorAll('button')[by < 0 ? 0 : 1]?.focus();
  }

  #remove(id: unknown): void {
    this.#change(this.#items.filter((item) => item.id !== id));
    this.#addButton.focus();
  }

  #add(): void {
    // The cells of a new row are like those of the previous row.
    const copied = copyWithNewIds(this.#items.at(-1)?.cells);
    const cells = Array.isArray(copied) ? copied.map((cell) => ({ ...cell, content: '' })) : undefined;
    const item = { id: makeId(), ...makeDefaults(this.#fields), ...(cells && { cells }) };
    this.#change([...this.#items, item]);
    this.#box.lastElementChild?.querySelector<HTMLElement>('input, select, [contenteditable]')?.focus();
  }
}
