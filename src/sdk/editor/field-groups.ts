import { make, nextId, showNumber } from './dom.ts';
import type { FieldContext, FieldView, MakeField, OnChange } from './field-view.ts';
import { type FieldForm, makeDefaults } from './forms.ts';
import { nameField, SIDE_NAMES, TEXTS } from './texts.ts';

/** The fields of an object. */
export type Values = Record<string, unknown>;

export const asValues = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

/** Sets a value. Undefined removes it. */
export function withValue(values: Values, key: string, value: unknown): Values {
  const { [key]: _, ...others } = values;
  return value === undefined ? others : { ...values, [key]: value };
}

/** Fields of an object in a part that can be folded. An optional object has a box that adds or removes it. */
export function makeGroup(
  form: FieldForm,
  context: FieldContext,
  onChange: OnChange,
  makeField: MakeField,
): FieldView {
  let values: Values | undefined;
  const fields = form.fields ?? [];
  const views = fields.map((field) =>
    makeField(field, context, (value) => {
      values = withValue(values ?? makeDefaults(fields), field.key, value);
      onChange(values);
    }),
  );
  const box = make('div', { className: 'group' }, ...views.map(({ element }) => element));
  const name = nameInGroup(form);
  const use = make('input', {
    type: 'checkbox',
    disabled: context.isReadOnly,
    'aria-label': `${TEXTS.useGroup}: ${name}`,
  });
  use.addEventListener('change', () => {
    values = use.checked ? makeDefaults(fields) : undefined;
    onChange(values);
    show();
  });
  const show = () => {
    use.checked = values !== undefined;
    box.hidden = form.optional === true && values === undefined;
    for (const [index, field] of fields.entries())
      views[index]?.set((values ?? makeDefaults(fields))[field.key]);
  };
  const element = make(
    'details',
    { className: 'field fold' },
    make('summary', {}, name),
    form.optional && make('label', { className: 'check' }, use, TEXTS.useGroup),
    box,
  );
  return {
    element,
    set(value) {
      values = typeof value === 'object' && value !== null ? asValues(value) : undefined;
      show();
    },
  };
}

const nameInGroup = ({ key }: FieldForm) => SIDE_NAMES[key] ?? nameField(key);

const SIDES = ['top', 'right', 'bottom', 'left'];
const CORNERS = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'];

/** Four numbers under one name. */
function makeNumbers(keys: readonly string[], form: FieldForm, context: FieldContext, onChange: OnChange) {
  let values: Values = {};
  const id = nextId();
  const inputs = keys.map((key) => {
    const input = make('input', { type: 'number', min: '0', step: 'any', readOnly: context.isReadOnly });
    input.addEventListener('input', () => {
      const number = Number(input.value);
      if (input.value === '' || !(number >= 0)) return;
      values = { ...values, [key]: number };
      onChange(values);
    });
    return input;
  });
  const labels = keys.map((key, index) => make('label', {}, SIDE_NAMES[key], inputs[index]));
  const title = make('span', { className: 'label', id }, nameField(form.key));
  const row = make('div', { className: 'numbers', role: 'group', 'aria-labelledby': id }, ...labels);
  const set = (value: unknown) => {
    values = { ...asValues(form.default), ...asValues(value) };
    for (const [index, key] of keys.entries()) showNumber(inputs[index] as HTMLInputElement, values[key]);
  };
  return { title, row, set };
}

export function makeSides(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const { title, row, set } = makeNumbers(SIDES, form, context, onChange);
  return { element: make('div', { className: 'field wide' }, title, row), set };
}

/** A radius for all corners, or one for each. */
export function makeRadius(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  let value: unknown;
  const all = make('input', {
    type: 'number',
    min: '0',
    step: 'any',
    readOnly: context.isReadOnly,
    'aria-label': nameField(form.key),
    placeholder: form.optional ? TEXTS.optional : '',
  });
  all.addEventListener('input', () => {
    const number = Number(all.value);
    if (all.value === '' && form.optional) onChange(undefined);
    else if (all.value !== '' && number >= 0) onChange(number);
  });
  const each = make('input', { type: 'checkbox', disabled: context.isReadOnly });
  const corners = makeNumbers(CORNERS, form, context, onChange);
  each.addEventListener('change', () => {
    const radius = typeof value === 'number' ? value : Number(asValues(value).topLeft ?? 0);
    const next = each.checked ? Object.fromEntries(CORNERS.map((corner) => [corner, radius])) : radius;
    onChange(next);
    set(next);
  });
  const set = (next: unknown) => {
    value = next;
    each.checked = typeof next === 'object' && next !== null;
    corners.row.hidden = !each.checked;
    all.hidden = each.checked;
    corners.set(next);
    showNumber(all, typeof next === 'number' ? next : undefined);
  };
  const check = make('label', { className: 'check' }, each, TEXTS.eachCorner);
  const control = make('div', { className: 'control' }, all, check);
  return { element: make('div', { className: 'field wide' }, corners.title, control, corners.row), set };
}
