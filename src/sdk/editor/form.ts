import { make, nextId } from './dom.ts';
import type { FieldContext, FieldView, Picture } from './field-view.ts';
import { makeField } from './fields.ts';
import type { FieldForm } from './forms.ts';

interface FormOptions {
  /** The subject of the form. Another subject is another form. */
  subject: string;
  /** Block type, or `settings`. */
  owner: string;
  fields: readonly FieldForm[];
  isReadOnly: boolean;
  choosePicture(): Promise<Picture | undefined>;
  /** `value` undefined: the field is removed. */
  onChange(key: string, value: unknown, picture: Picture | undefined): void;
}

/** Fonts that every mail client has. */
const FONTS = [
  'Arial',
  'Courier New',
  'Georgia',
  'Helvetica',
  'Tahoma',
  'Times New Roman',
  'Trebuchet MS',
  'Verdana',
];

/** The form of a block or of the settings. It follows the values, also when others change them. */
export class Form {
  readonly element: HTMLElement;
  readonly options: FormOptions;
  readonly #views: readonly { key: string; view: FieldView }[];

  constructor(options: FormOptions) {
    this.options = options;
    const fonts = make('datalist', { id: nextId() }, ...FONTS.map((value) => make('option', { value })));
    const context: FieldContext = {
      owner: options.owner,
      isReadOnly: options.isReadOnly,
      fontList: fonts.id,
      choosePicture: options.choosePicture,
    };
    // Folded fields come last.
    const sorted = options.fields.toSorted((one, other) => rank(one) - rank(other));
    this.#views = sorted.map((field) => ({
      key: field.key,
      view: makeField(field, context, (value, picture) => options.onChange(field.key, value, picture)),
    }));
    this.element = make('div', { className: 'form' }, ...this.#views.map(({ view }) => view.element), fonts);
  }

  show(values: Readonly<Record<string, unknown>>): void {
    for (const { key, view } of this.#views) view.set(values[key]);
  }

  /** Puts the focus into the first field. */
  focus(): void {
    const fields = this.element.querySelectorAll<HTMLElement>('.rich, input, select, textarea, summary');
    // Folded fields cannot take the focus.
    [...fields].find((field) => field.checkVisibility())?.focus();
  }
}

function rank({ kind }: FieldForm): number {
  if (kind.startsWith('rich')) return 0;
  return kind === 'group' ? 2 : 1;
}
