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
  const { template, at } = props;
  const renaming = useDialog();
  const deleting = useDialog();
  const { archive, duplicate, remove, sendTest } = useTemplateActions(props);
  const features = useFeatures(at);
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
          { items: features?.test_email ? [test, ...changes] : changes },
          { items: [{ label: T.delete, icon: <Trash2 {...icon} />, run: deleting.open, isDangerous: true }] },
        ]}
      />
      <Dialog {...renaming.props} title={T.rename}>
        <RenameForm {...props} onDone={renaming.close} />
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

function useTemplateActions({ template, at }: TemplateProps) {
  const own = { ...at, template_id: template.id };
  const { project = '', tenant = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const invalidates = templateKeys(at);
  const archive = useAction((archived: boolean) => call('updateTemplate', { ...own, archived }), {
    invalidates,
    success: (_, archived) => (archived ? T.archived : T.unarchived),
  });
  const duplicate = useAction(
    () =>
      call('createTemplate', {
        ...{ ...at, copy_of: template.id },
        name: T.copyOf(template.name ?? TEMPLATE.untitled),
      }),
    {
      invalidates,
      success: T.duplicated,
      onSuccess: ({ id }) =>
        void navigate({
          to: '/projects/$project/tenants/$tenant/templates/$template',
          params: { project, tenant, template: id },
        }),
    },
  );
  const remove = useAction(() => call('deleteTemplate', own), {
    invalidates,
    success: T.deleted,
    showsErrors: true,
    onSuccess: () =>
      void navigate({ to: '/projects/$project/templates', params: { project }, search: { tenant } as never }),
  });
  const sendTest = useAction(() => call('sendTestEmailToSelf', own), {
    success: ({ recipient }) => T.sent(recipient),
  });
  return { archive, duplicate, remove, sendTest };
}

function RenameForm({ template, at, onDone }: TemplateProps & { onDone(): void }) {
  const own = { ...at, template_id: template.id };
  const rename = useAction((input: { name: string }) => call('updateTemplate', { ...own, ...input }), {
    invalidates: templateKeys(at),
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
