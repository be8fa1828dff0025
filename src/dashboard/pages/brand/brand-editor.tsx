import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../data/api.ts';
import { type Output, pathKey, type TenantRef } from '../../data/operations.ts';
import { usePermissions } from '../../data/permissions.ts';
import { get, useAction } from '../../data/queries.ts';
import { render } from '../../data/templates.ts';
import { BRAND as T } from '../../texts/brand.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, type FormState, useForm } from '../../ui/form.tsx';
import { MailView } from '../../ui/mail-view.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { makeSampleMail } from './sample-mail.ts';

const FIELDS = Object.keys(T.fields) as (keyof typeof T.fields)[];
const LONG = new Set<string>(['postal_address', 'footer_text', 'tone_of_voice']);
const TYPING_MS = 400;

type Brand = Output<'getBrand'>['brand'];

interface BrandEditorProps {
  project: string;
  /** Undefined: the brand of the project. */
  tenant?: string;
}

/** The brand of a project or a tenant, with a mail that shows it. */
export function BrandEditor({ project, tenant }: BrandEditorProps) {
  const project_id = project;
  const ofProject = useQuery(get('getBrand', { project_id }));
  const ofTenant = useQuery({
    ...get('getBrand', { project_id, tenant }),
    enabled: tenant !== undefined,
  });
  const tenants = useQuery(get('listTenants', { project_id }));
  const shownFor = tenant ?? tenants.data?.items[0]?.tenant;
  return (
    <Loaded query={tenant === undefined || ofProject.data === undefined ? ofProject : ofTenant}>
      {(data) => (
        <BrandForm
          own={data.brand}
          inherited={tenant === undefined ? {} : (ofProject.data?.brand ?? {})}
          project={project}
          tenant={tenant}
          shownFor={shownFor}
        />
      )}
    </Loaded>
  );
}

type Values = Record<string, string>;

interface BrandFormProps {
  own: Brand;
  /** Of a tenant: the brand of its project, which fills the fields it leaves empty. */
  inherited: Brand;
  project: string;
  tenant: string | undefined;
  /** The tenant that the preview is rendered for. */
  shownFor: string | undefined;
}

function BrandForm({ own, inherited, project, tenant, shownFor }: BrandFormProps) {
  const { mayManage } = usePermissions();
  const save = useAction(
    (brand: object) =>
      call('setBrand', { project_id: project, tenant, brand: brand as Record<string, unknown> }),
    { invalidates: [pathKey('getBrand', { project_id: project })], success: T.saved, showsErrors: true },
  );
  const form: FormState<Values> = useForm({
    initial: toValues(own),
    // Other people may have changed the other fields.
    submit: (values): Promise<unknown> => save.perform(toBrand(values, null, form.changed)),
  });
  const typed = toBrand(form.values, undefined);
  const shown = { ...inherited, ...typed, colors: { ...inherited.colors, ...typed.colors } };
  const placeholders = toValues(inherited);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[26rem_minmax(0,1fr)]">
      <Card>
        <Form form={form} submitLabel={T.save} isDisabled={!form.isChanged} isReadOnly={!mayManage}>
          {FIELDS.map((name) => (
            <BrandField key={name} form={form} name={name} placeholder={placeholders[keyOf(name)] ?? ''} />
          ))}
          <TextField
            form={form}
            name={keyOf('social')}
            label={T.social}
            hint={T.socialHint}
            placeholder={placeholders[keyOf('social')] ?? ''}
            rows={3}
          />
        </Form>
      </Card>
      <div className="xl:sticky xl:top-6">
        <Card title={T.preview}>
          {shownFor === undefined ? (
            <Notice kind="info">{T.noTenant}</Notice>
          ) : (
            <Preview at={{ project_id: project, tenant: shownFor }} brand={shown} />
          )}
        </Card>
      </div>
    </div>
  );
}

interface BrandFieldProps {
  form: FormState<Values>;
  name: keyof typeof T.fields;
  /** The value that holds if the field is empty. */
  placeholder: string;
}

function BrandField({ form, name, placeholder }: BrandFieldProps) {
  const { label, hint } = T.fields[name];
  const key = keyOf(name);
  const isColor = name.startsWith('colors.');
  return (
    <div className={isColor ? 'relative' : undefined}>
      <TextField
        form={form}
        name={key}
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        {...(hint !== '' && { hint })}
        {...(LONG.has(name) && { rows: 2 })}
      />
      {isColor && (
        <ColorPicker
          label={T.pick(label)}
          color={form.values[key] || placeholder}
          onPick={(color) => form.set(key, color)}
        />
      )}
    </div>
  );
}

/** Shows the color of a field, and lets one choose another. */
function ColorPicker({
  label,
  color,
  onPick,
}: {
  label: string;
  color: string;
  onPick(color: string): void;
}) {
  return (
    <input
      type="color"
      aria-label={label}
      title={label}
      // The input takes this form only. Names of colors show as white.
      value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#ffffff'}
      onChange={(event) => onPick(event.target.value)}
      className="absolute top-7.75 right-2 size-6 cursor-pointer rounded-sm border border-line bg-transparent p-0 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
    />
  );
}

function Preview({ at, brand }: { at: TenantRef; brand: Brand }) {
  const content = JSON.stringify(makeSampleMail(brand));
  const [drawn, setDrawn] = useState(content);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(content), TYPING_MS);
    return () => clearTimeout(timer);
  }, [content]);
  const mail = useQuery({
    queryKey: ['brand-preview', at, drawn],
    queryFn: ({ signal }) => render(at, JSON.parse(drawn), undefined, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (mail.error !== null && mail.data === undefined)
    return <ErrorNotice error={mail.error} retry={() => void mail.refetch()} />;
  return <Loaded query={mail}>{({ html }) => <MailView html={html} />}</Loaded>;
}

/** The path of a field in errors of the service. */
const keyOf = (name: string): string => `brand.${name}`;

function toValues({ colors = {}, social = [], ...fields }: Brand): Values {
  const flat: Record<string, unknown> = {
    ...fields,
    ...Object.fromEntries(Object.entries(colors).map(([name, value]) => [`colors.${name}`, value])),
    social: social.map(({ platform, url }) => `${platform} ${url}`).join('\n'),
  };
  return Object.fromEntries([...FIELDS, 'social'].map((name) => [keyOf(name), String(flat[name] ?? '')]));
}

/**
 * `empty`: the value of empty fields. Null removes a field from the stored brand. `names`: the fields of the form to take. Left
 * out: all.
 */
function toBrand(values: Values, empty: null | undefined, names?: ReadonlySet<string>): Brand {
  const isWanted = (name: string) => names === undefined || names.has(keyOf(name));
  const entries = FIELDS.filter(isWanted).map((name): [string, unknown] => [
    name,
    values[keyOf(name)]?.trim() || empty,
  ]);
  const given = entries.filter(([, value]) => value !== undefined);
  const colors = given.filter(([name]) => name.startsWith('colors.'));
  const social = readSocial(values[keyOf('social')] ?? '');
  return {
    ...Object.fromEntries(given.filter(([name]) => !name.startsWith('colors.'))),
    ...(colors.length > 0 && {
      colors: Object.fromEntries(colors.map(([name, value]) => [name.slice('colors.'.length), value])),
    }),
    ...(isWanted('social') && (social.length > 0 ? { social } : empty === null && { social: null })),
  } as Brand;
}

/** Reads lines such as `linkedin https://…`. */
function readSocial(text: string): { platform: string; url: string }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [platform = '', ...rest] = line.split(/\s+/);
      return { platform: platform.toLowerCase(), url: rest.join('') };
    });
}
