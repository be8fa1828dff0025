import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../data/api.ts';
import { describeError } from '../data/queries.ts';
import { SHARED } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

export interface FormState<Values extends object> {
  values: Values;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Errors of the service or of `check`, by field. */
  errors: Readonly<Record<string, string[]>>;
  /** The error of the last submit. */
  failure: unknown;
  isBusy: boolean;
  /** Names of the fields that were typed into. */
  changed: ReadonlySet<string>;
  isChanged: boolean;
  submit(): Promise<void>;
  reset(values?: Values): void;
}

interface FormOptions<Values extends object> {
  /** If it changes, the fields that were not typed into take the new values. */
  initial: Values;
  /** An `ApiError` is shown at the fields that it names. */
  submit(values: Values): Promise<unknown>;
  /** Errors by field that can be found without a request. */
  check?(values: Values): Record<string, string>;
}

const NONE: ReadonlySet<string> = new Set();

function without<Values extends object>(values: Values, names: ReadonlySet<string>): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name))) as Partial<Values>;
}

/** The values of a form, and the state of its submit. */
export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({});
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [changed, setChanged] = useState<ReadonlySet<string>>(NONE);
  const stored = JSON.stringify(options.initial);
  const adopted = useRef(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the initial values
  useEffect(() => {
    if (stored === adopted.current) return;
    if (changed.size === 0) adopted.current = stored;
    setValues((before) => ({ ...before, ...without(options.initial, changed) }));
  }, [stored, changed]);
  const submit = async () => {
    const found = Object.entries(options.check?.(values) ?? {});
    setErrors(Object.fromEntries(found.map(([name, message]) => [name, [message]])));
    setFailure(undefined);
    if (found.length > 0) return;
    setBusy(true);
    try {
      await options.submit(values);
      setChanged(NONE);
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.errors);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ values, errors, failure, isBusy, changed, isChanged: changed.size > 0, submit },
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }));
      setChanged((before) => new Set(before).add(String(name)));
    },
    reset(next = options.initial) {
      setValues(next);
      setErrors({});
      setFailure(undefined);
      setChanged(NONE);
    },
  };
}

interface FormProps<Values extends object> {
  form: FormState<Values>;
  submitLabel: string;
  /** Buttons before the submit button. */
  secondary?: ReactNode;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Shows only the values, for people whose role does not allow changes. */
  isReadOnly?: boolean;
  /** The button is as wide as the form. */
  isWide?: boolean;
  children: ReactNode;
}

/** A form with its fields, errors and buttons. After an error the first wrong field gets the focus. */
export function Form<Values extends object>(props: FormProps<Values>) {
  const {
    form,
    submitLabel,
    secondary,
    isDangerous = false,
    isDisabled = false,
    isReadOnly = false,
    isWide = false,
    children,
  } = props;
  const element = useRef<HTMLFormElement>(null);
  const { errors, failure } = form;
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.isBusy) void form.submit();
  };
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4"
      // See `LeaveGuard`. A form that was sent may lead to another page.
      data-unsaved={(form.isChanged && !form.isBusy) || undefined}
    >
      {isReadOnly && <p className="text-sm text-muted">{SHARED.form.readOnly}</p>}
      {failure !== undefined && <FormFailure form={form} />}
      {isReadOnly ? (
        <fieldset disabled className="contents">
          {children}
        </fieldset>
      ) : (
        children
      )}
      {!isReadOnly && (
        <div className={isWide ? 'grid gap-2' : 'flex flex-wrap justify-end gap-2'}>
          {secondary}
          <Button
            type="submit"
            kind={isDangerous ? 'danger' : 'primary'}
            isBusy={form.isBusy}
            disabled={isDisabled}
          >
            {submitLabel}
          </Button>
        </div>
      )}
    </form>
  );
}

/** The error of a form. A short text if all errors are shown at their fields. */
function FormFailure<Values extends object>({ form }: { form: FormState<Values> }) {
  const { text, requestId } = describeError(form.failure);
  const names = Object.keys(form.errors);
  const areAllShown = names.length > 0 && names.every((name) => name in form.values);
  return (
    <Notice kind="bad" requestId={areAllShown ? undefined : requestId}>
      {areAllShown ? SHARED.form.fix : text}
    </Notice>
  );
}
