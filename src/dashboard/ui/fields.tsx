import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { SHARED } from '../texts/shared.ts';
import { cx } from './cx.ts';
import type { FormState } from './form.tsx';

interface FieldTexts {
  label: string;
  hint?: ReactNode;
  isOptional?: boolean | undefined;
}

interface FieldProps<Values extends object, Name extends keyof Values & string> extends FieldTexts {
  form: FormState<Values>;
  name: Name;
}

type NamesOf<Values, Type> = {
  [Name in keyof Values & string]: Values[Name] extends Type ? Name : never;
}[keyof Values & string];

interface LabeledProps extends FieldTexts {
  errors: readonly string[] | undefined;
  children(attributes: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }): ReactNode;
}

/** Label, control, hint and errors. For special controls. Otherwise use the fields below. */
export function Labeled({ label, hint, isOptional = false, errors = [], children }: LabeledProps) {
  const id = useId();
  const isWrong = errors.length > 0;
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
        {isOptional && <span className="ml-1.5 font-normal text-muted">{SHARED.form.optional}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': isWrong })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} errors={errors} />
    </div>
  );
}

type TextInputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'autoComplete'
  | 'placeholder'
  | 'autoFocus'
  | 'inputMode'
  | 'maxLength'
  | 'spellCheck'
  | 'disabled'
>;

export function TextField<Values extends object>({
  form,
  name,
  label,
  hint,
  isOptional,
  rows,
  isMono = false,
  ...input
}: FieldProps<Values, NamesOf<Values, string>> & TextInputProps & { rows?: number; isMono?: boolean }) {
  const common = {
    ...input,
    name,
    className: cx('field', isMono && 'font-mono text-sm'),
    value: form.values[name] as string,
    onChange: (event: { target: { value: string } }) =>
      form.set(name, event.target.value as Values[typeof name]),
  };
  return (
    <Labeled label={label} hint={hint} isOptional={isOptional} errors={errorsOf(form, name)}>
      {(attributes) =>
        rows === undefined ? (
          <input {...common} {...attributes} />
        ) : (
          <textarea rows={rows} {...common} {...attributes} />
        )
      }
    </Labeled>
  );
}

/** The parts of a typed list with commas. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export interface Choice {
  value: string;
  label: string;
}

export function SelectField<Values extends object>({
  form,
  name,
  label,
  hint,
  isOptional,
  choices,
}: FieldProps<Values, NamesOf<Values, string>> & { choices: readonly Choice[] }) {
  return (
    <Labeled label={label} hint={hint} isOptional={isOptional} errors={errorsOf(form, name)}>
      {(attributes) => (
        <select
          className="field"
          name={name}
          value={form.values[name] as string}
          onChange={(event) => form.set(name, event.target.value as Values[typeof name])}
          {...attributes}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  );
}

interface CheckGroupProps<Values extends object> {
  form: FormState<Values>;
  legend: string;
  choices: readonly { name: NamesOf<Values, boolean>; label: string }[];
}

/** Checkboxes with a common name. An error of one of them is shown below all. */
export function CheckGroup<Values extends object>({ form, legend, choices }: CheckGroupProps<Values>) {
  const id = useId();
  const errors = choices.flatMap(({ name }) => errorsOf(form, name));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{legend}</legend>
      {choices.map(({ name, label }) => (
        <label key={name} className="flex items-start gap-2.5 font-medium">
          <input
            type="checkbox"
            name={name}
            checked={form.values[name] as boolean}
            onChange={(event) => form.set(name, event.target.checked as Values[typeof name])}
            aria-invalid={errors.length > 0}
            aria-describedby={errors.length > 0 ? id : undefined}
            className="mt-0.75 size-4 accent-accent"
          />
          {label}
        </label>
      ))}
      <FieldError id={id} errors={errors} />
    </fieldset>
  );
}

function FieldError({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <p id={id} className="text-sm text-bad">
      {errors.join(' ')}
    </p>
  );
}

/** Errors of a field and of its parts, such as `origins.0`. */
function errorsOf<Values extends object>({ errors }: FormState<Values>, name: string): string[] {
  return Object.entries(errors)
    .filter(([field]) => field === name || field.startsWith(`${name}.`))
    .flatMap(([, messages]) => messages);
}
