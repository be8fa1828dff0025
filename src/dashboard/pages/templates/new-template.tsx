import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FilePlus, Plus } from 'lucide-react';
import { pathOf } from '../../addresses.ts';
import { call } from '../../data/api.ts';
import type { Input, Item, TenantRef } from '../../data/operations.ts';
import { get, useAction } from '../../data/queries.ts';
import { starterThumbnailUrl, templateKeys } from '../../data/templates.ts';
import { TEMPLATES } from '../../texts/templates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, type FormState, useForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/states.tsx';

const T = TEMPLATES.create;

interface TenantParams {
  project: string;
  tenant: string;
}

/** A built-in design. Its name is empty for none. */
type Starter = Pick<Item<'listStarters'>, 'title' | 'description'> & { name: string };

interface Values {
  name: string;
  /** Empty: a template without blocks. */
  starter: string;
  locale: string;
}

/** The button and dialog that create a template, empty or from a built-in design. */
export function NewTemplate(params: TenantParams) {
  const dialog = useDialog();
  return (
    <>
      <Button kind="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={dialog.open}>
        {T.action}
      </Button>
      <Dialog {...dialog.props} title={T.action} description={T.description} isWide>
        <NewTemplateForm {...params} />
      </Dialog>
    </>
  );
}

function NewTemplateForm({ project, tenant }: TenantParams) {
  const at = { project_id: project, tenant };
  const navigate = useNavigate();
  const create = useAction((input: Input<'createTemplate'>) => call('createTemplate', input), {
    invalidates: templateKeys(at),
    showsErrors: true,
    onSuccess: ({ id }) =>
      void navigate({
        to: '/projects/$project/tenants/$tenant/templates/$template',
        params: { project, tenant, template: id },
      }),
  });
  const form = useForm<Values>({
    initial: { name: '', starter: '', locale: 'en' },
    submit: ({ name, starter, locale }) =>
      create.perform({
        ...at,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(starter === '' ? { content: { blocks: [] } } : { starter, locale }),
      }),
  });
  const query = useQuery(get('listStarters', at));
  return (
    <Form form={form} submitLabel={T.submit}>
      <div className="grid gap-4 sm:grid-cols-[1fr_12rem]">
        <TextField form={form} name="name" label={T.name} maxLength={255} autoComplete="off" isOptional />
        <SelectField form={form} name="locale" label={T.language} choices={T.languages} />
      </div>
      <Loaded query={query}>{(data) => <Designs form={form} at={at} starters={data} />}</Loaded>
    </Form>
  );
}

interface DesignsProps {
  form: FormState<Values>;
  at: TenantRef;
  starters: readonly Starter[];
}

function Designs({ form, at, starters }: DesignsProps) {
  const empty = { name: '', title: T.empty, description: T.emptyHint };
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{T.design}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {[empty, ...starters].map((starter) => (
          <Design key={starter.name} form={form} at={at} starter={starter} />
        ))}
      </div>
    </fieldset>
  );
}

/** A radio button with the picture of a design. */
function Design({ form, at, starter }: Omit<DesignsProps, 'starters'> & { starter: Starter }) {
  const { name, title, description } = starter;
  return (
    <label className="flex cursor-pointer flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-strong has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2">
      <div className="h-36 overflow-hidden bg-sunken">
        {name === '' ? (
          <span className="flex h-full items-center justify-center text-muted">
            <FilePlus size={24} aria-hidden="true" />
          </span>
        ) : (
          <img
            src={pathOf(starterThumbnailUrl(at, name, form.values.locale, 320))}
            alt=""
            loading="lazy"
            decoding="async"
            className="w-full object-cover object-top"
          />
        )}
      </div>
      <div className="flex gap-2 border-t border-line p-2.5">
        <input
          type="radio"
          name="starter"
          value={name}
          checked={form.values.starter === name}
          onChange={() => form.set('starter', name)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <div className="min-w-0">
          <div className="font-medium">{title}</div>
          <div className="text-sm text-muted">{description}</div>
        </div>
      </div>
    </label>
  );
}
