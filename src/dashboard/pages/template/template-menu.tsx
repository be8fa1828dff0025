import { useNavigate, useParams } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Copy, Mail, Pencil, Trash2 } from 'lucide-react';
import { call } from '../../data/api.ts';
import { useAction } from '../../data/queries.ts';
import { templateKeys, useFeatures } from '../../data/templates.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { ConfirmDialog, Dialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.menu;
const icon = { size: 15, 'aria-hidden': true } as const;

/** Actions on a whole template. */
export function TemplateMenu(props: TemplateProps) {
  const { template, tenantRoutes, path } = props;
  const renaming = useDialog();
  const deleting = useDialog();
  const { archive, duplicate, remove, sendTest } = useTemplateActions(props);
  const features = useFeatures(tenantRoutes);
  const isArchived = template.archived_at !== undefined;
  const ArchiveIcon = isArchived ? ArchiveRestore : Archive;
  const test = { label: T.sendTest, icon: <Mail {...icon} />, run: () => sendTest.run() };
  const changes = [
    { label: T.rename, icon: <Pencil {...icon} />, run: renaming.open },
    { label: T.duplicate, icon: <Copy {...icon} />, run: () => duplicate.run() },
    {
      label: isArchived ? T.unarchive : T.archive,
      icon: <ArchiveIcon {...icon} />,
      run: () => archive.run(!isArchived),
    },
  ];
  return (
    <>
      <Menu
        groups={[
          { items: features.test_email ? [test, ...changes] : changes },
          { items: [{ label: T.delete, icon: <Trash2 {...icon} />, run: deleting.open, isDangerous: true }] },
        ]}
      />
      <Dialog {...renaming.props} title={T.rename}>
        <RenameForm
          template={template}
          path={path}
          invalidates={templateKeys(tenantRoutes)}
          onDone={renaming.close}
        />
      </Dialog>
      <ConfirmDialog
        {...deleting.props}
        title={T.deleteTitle}
        description={T.deleteHint}
        action={T.delete}
        run={() => remove.perform()}
      />
    </>
  );
}

function useTemplateActions({ template, tenantRoutes, path }: TemplateProps) {
  const { project = '', tenant = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const invalidates = templateKeys(tenantRoutes);
  const archive = useAction((archived: boolean) => call('PATCH', path, { body: { archived } }), {
    invalidates,
    success: (_, archived) => (archived ? T.archived : T.unarchived),
  });
  const duplicate = useAction(
    () =>
      call<{ data: { id: string } }>('POST', `${tenantRoutes}/templates`, {
        body: { copy_of: template.id, name: T.copyOf(template.name ?? TEMPLATE.untitled) },
      }),
    {
      invalidates,
      success: T.duplicated,
      onSuccess: ({ data }) =>
        void navigate({
          to: '/projects/$project/tenants/$tenant/templates/$template',
          params: { project, tenant, template: data.id },
        }),
    },
  );
  const remove = useAction(() => call('DELETE', path), {
    invalidates,
    success: T.deleted,
    showsErrors: true,
    onSuccess: () =>
      void navigate({ to: '/projects/$project/templates', params: { project }, search: { tenant } as never }),
  });
  const sendTest = useAction(
    () => call<{ data: { recipient: string } }>('POST', `${path}/send-test-email-to-self`),
    { success: ({ data }) => T.sent(data.recipient) },
  );
  return { archive, duplicate, remove, sendTest };
}

interface RenameProps extends Pick<TemplateProps, 'template' | 'path'> {
  invalidates: string[][];
  onDone(): void;
}

function RenameForm({ template, path, invalidates, onDone }: RenameProps) {
  const rename = useAction((body: { name: string }) => call('PATCH', path, { body }), {
    invalidates,
    success: T.renamed,
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({ initial: { name: template.name ?? '' }, submit: rename.perform });
  return (
    <Form form={form} submitLabel={T.rename}>
      <TextField form={form} name="name" label={T.name} autoComplete="off" />
    </Form>
  );
}
