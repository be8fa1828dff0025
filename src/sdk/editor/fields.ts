import { button, make, nextId, showNumber } from './dom.ts';
import { makeGroup, makeRadius, makeSides } from './field-groups.ts';
import type { FieldContext, FieldView, OnChange } from './field-view.ts';
import type { FieldForm } from './forms.ts';
import { ItemList } from './item-list.ts';
import { RichText } from './rich-text.ts';
import { FIELD_HINTS, fill, nameChoice, nameField, TEXTS } from './texts.ts';

/** Makes the field for a value. */
export function makeField(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  switch (form.kind) {
    case 'group':
      return makeGroup(form, context, onChange, makeField);
    case 'list':
      return new ItemList(form, context, onChange, makeField);
    case 'sides':
      return makeSides(form, context, onChange);
    case 'radius':
      return makeRadius(form, context, onChange);
    case 'rich':
    case 'rich-line':
      return makeRichField(form, context, onChange);
    case 'flag':
      return makeFlag(form, context, onChange);
    case 'choice':
      return makeChoice(form, context, onChange);
    case 'size':
      return makeSize(form, context, onChange);
    case 'color':
      return makeColor(form, context, onChange);
    case 'picture':
      return makePicture(form, context, onChange);
    default:
      return makeInput(form, context, onChange);
  }
}

/** A label above a control, with the hint of the field below. */
function labelled(form: FieldForm, context: FieldContext, control: HTMLElement, ...more: HTMLElement[]) {
  const id = nextId();
  control.id = id;
  const hint = FIELD_HINTS[`${context.owner}.${form.key}`];
  const note = hint === undefined ? undefined : make('p', { className: 'hint', id: `${id}-hint` }, hint);
  if (note) control.setAttribute('aria-describedby', note.id);
  const label = make('label', { htmlFor: id }, nameField(form.key));
  const row = make('div', { className: 'control' }, control, ...more);
  return make('div', { className: `field ${form.kind}` }, label, row, note);
}

const INPUT_TYPES: Readonly<Record<string, Record<string, string>>> = {
  url: { type: 'text', inputMode: 'url' },
  number: { type: 'number', min: '0', step: 'any' },
  date: { type: 'datetime-local', step: '1' },
};

/** Fields with a single input: text, number, date, JSON. */
function makeInput(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const { kind, optional } = form;
  const isLong = kind === 'lines' || kind === 'json';
  const input = isLong
    ? make('textarea', { rows: 6, spellcheck: false, className: 'code' })
    : make('input', INPUT_TYPES[kind] ?? { type: 'text' });
  if (kind === 'font') input.setAttribute('list', context.fontList);
  if (optional) input.setAttribute('placeholder', TEXTS.optional);
  input.readOnly = context.isReadOnly;
  let shown: unknown;
  input.addEventListener('input', () => {
    const value = readInput(form, input, shown);
    input.setAttribute('aria-invalid', String(value === INVALID));
    if (value === INVALID) return;
    shown = value;
    onChange(value);
  });
  return {
    element: labelled(form, context, input),
    set(value) {
      if (value === shown && shown !== undefined) return;
      shown = value;
      input.setAttribute('aria-invalid', 'false');
      const text = writeInput(kind, value);
      if (input.value !== text) input.value = text;
    },
  };
}

const INVALID = Symbol('invalid');

function readInput(
  { kind, optional }: FieldForm,
  input: HTMLInputElement | HTMLTextAreaElement,
  shown: unknown,
) {
  const { value } = input;
  if (value === '' && optional) return undefined;
  if (kind === 'number') {
    const number = Number(value);
    return value === '' || !Number.isFinite(number) || number < 0 ? INVALID : number;
  }
  if (kind !== 'json') return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : INVALID;
  } catch {
    return shown === undefined ? undefined : INVALID;
  }
}

function writeInput(kind: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  // The control shows local times only, with seconds.
  if (kind === 'date') return String(value).slice(0, 19);
  return String(value);
}

function makeRichField(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const text = new RichText({
    label: nameField(form.key),
    isLine: form.kind === 'rich-line',
    isReadOnly: context.isReadOnly,
    onInput: onChange,
  });
  const label = make('span', { className: 'label', 'aria-hidden': 'true' }, nameField(form.key));
  return {
    element: make('div', { className: 'field wide' }, label, text.element),
    set: (value) => text.set(typeof value === 'string' ? value : ''),
  };
}

function makeFlag(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const input = make('input', { type: 'checkbox', disabled: context.isReadOnly });
  input.addEventListener('change', () => onChange(input.checked));
  const label = make('label', { className: 'check' }, input, nameField(form.key));
  return {
    element: make('div', { className: 'field' }, label),
    set(value) {
      input.checked = typeof value === 'boolean' ? value : form.default === true;
    },
  };
}

function makeChoice(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const select = make('select', { disabled: context.isReadOnly });
  const options = form.options ?? [];
  if (form.optional) select.append(make('option', { value: '' }, TEXTS.optional));
  for (const [index, option] of options.entries()) {
    select.append(make('option', { value: String(index) }, nameChoice(form.key, option)));
  }
  select.addEventListener('change', () => {
    onChange(select.value === '' ? undefined : options[Number(select.value)]);
  });
  return {
    element: labelled(form, context, select),
    set(value) {
      const index = options.indexOf(value as string);
      select.value = index < 0 ? '' : String(index);
    },
  };
}

/** Pixels or the full width; other forms, such as percentages, are shown and kept. */
function makeSize(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const input = make('input', { type: 'text', inputMode: 'numeric', readOnly: context.isReadOnly });
  const full = make('input', { type: 'checkbox', disabled: context.isReadOnly });
  if (form.optional) input.placeholder = TEXTS.optional;
  const read = () => {
    const text = input.value.trim();
    if (text === '' && form.optional) return undefined;
    if (/^\d{1,3}(\.\d{1,4})?%$/.test(text)) return text;
    const number = Number(text);
    return text === '' || !Number.isFinite(number) || number < 0 ? INVALID : number;
  };
  input.addEventListener('input', () => {
    const value = read();
    input.setAttribute('aria-invalid', String(value === INVALID));
    if (value !== INVALID) onChange(value);
  });
  full.addEventListener('change', () => {
    input.disabled = full.checked;
    onChange(full.checked ? 'full' : 300);
  });
  const check = make('label', { className: 'check' }, full, TEXTS.fullWidth);
  return {
    element: labelled(form, context, input, check),
    set(value) {
      full.checked = value === 'full';
      input.disabled = full.checked || context.isReadOnly;
      input.setAttribute('aria-invalid', 'false');
      showNumber(input, full.checked ? undefined : value);
    },
  };
}

const HEX = /^#[0-9a-f]{6}$/i;

function makeColor(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const text = make('input', { type: 'text', readOnly: context.isReadOnly, spellcheck: false });
  const name = `${TEXTS.chooseColor}: ${nameField(form.key)}`;
  const well = make('input', { type: 'color', 'aria-label': name, disabled: context.isReadOnly });
  if (form.optional) text.placeholder = TEXTS.optional;
  const show = (value: string) => {
    well.value = HEX.test(value) ? value : '#ffffff';
    well.classList.toggle('none', value === '');
  };
  text.addEventListener('input', () => {
    const value = text.value.trim();
    show(value);
    onChange(value === '' && form.optional ? undefined : value);
  });
  well.addEventListener('input', () => {
    text.value = well.value;
    show(well.value);
    onChange(well.value);
  });
  return {
    element: labelled(form, context, text, well),
    set(value) {
      const color = typeof value === 'string' ? value : '';
      if (text.value.trim() !== color) text.value = color;
      show(color);
    },
  };
}

function makePicture(form: FieldForm, context: FieldContext, onChange: OnChange): FieldView {
  const input = make('input', { type: 'text', inputMode: 'url', readOnly: context.isReadOnly });
  const shown = make('img', { alt: '', className: 'thumb', referrerPolicy: 'no-referrer' });
  const show = (url: string) => {
    shown.hidden = !/^https?:\/\//i.test(url);
    if (shown.hidden) shown.removeAttribute('src');
    else shown.src = url;
  };
  input.addEventListener('input', () => {
    show(input.value);
    onChange(input.value === '' && form.optional ? undefined : input.value);
  });
  const choose = button(TEXTS.choosePicture, async () => {
    const picture = await context.choosePicture();
    if (picture !== undefined) onChange(picture.url, picture);
  });
  choose.setAttribute(
    'aria-label',
    fill('{choose} {field}', { choose: TEXTS.choosePicture, field: nameField(form.key) }),
  );
  choose.disabled = context.isReadOnly;
  const element = labelled(form, context, input, choose);
  element.append(shown);
  return {
    element,
    set(value) {
      const url = typeof value === 'string' ? value : '';
      if (input.value !== url) input.value = url;
      show(url);
    },
  };
}
