import { Folder, FolderOpen, FolderPlus, Images } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../data/api.ts';
import { type MediaFolder, mediaKeys } from '../../data/media.ts';
import type { TenantRef } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { MEDIA } from '../../texts/media.ts';
import { SHARED } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Menu } from '../../ui/menu.tsx';

const T = MEDIA.folders;

interface FoldersProps {
  at: TenantRef;
  folders: readonly MediaFolder[];
  filters: Filters;
  mayWrite: boolean;
}

type Change = { kind: 'create'; parent?: MediaFolder } | { kind: 'rename' | 'delete'; folder: MediaFolder };

/** The folders beside the list. Narrow screens have a filter in place of it. */
export function Folders({ at, folders, filters, mayWrite }: FoldersProps) {
  const current = filters.values.folder_id;
  const [change, setChange] = useState<Change>();
  const open = (id: string) => filters.set('folder_id', id);
  return (
    <nav aria-label={T.label} className="hidden w-52 shrink-0 md:block">
      <ul className="flex flex-col gap-px">
        <Entry isCurrent={current === undefined} icon={<Images size={15} />} onOpen={() => open('')}>
          {T.all}
        </Entry>
        {folders.map((folder) => (
          <Entry
            key={folder.id}
            isCurrent={folder.id === current}
            icon={folder.id === current ? <FolderOpen size={15} /> : <Folder size={15} />}
            depth={folder.depth}
            onOpen={() => open(folder.id)}
            menu={mayWrite && <FolderMenu folder={folder} onChoose={setChange} />}
          >
            {folder.name}
          </Entry>
        ))}
      </ul>
      {mayWrite && (
        <div className="mt-2">
          <Button
            kind="quiet"
            isSmall
            icon={<FolderPlus size={15} aria-hidden="true" />}
            onClick={() => setChange({ kind: 'create' })}
          >
            {T.create}
          </Button>
        </div>
      )}
      {change !== undefined && change.kind !== 'delete' && (
        <NameDialog at={at} change={change} onClose={() => setChange(undefined)} />
      )}
      {change?.kind === 'delete' && (
        <DeleteDialog
          at={at}
          folder={change.folder}
          onClose={() => setChange(undefined)}
          onDone={() => current === change.folder.id && open('')}
        />
      )}
    </nav>
  );
}

interface EntryProps {
  isCurrent: boolean;
  icon: ReactNode;
  depth?: number;
  menu?: ReactNode;
  onOpen(): void;
  children: ReactNode;
}

function Entry({ isCurrent, icon, depth = 0, menu, onOpen, children }: EntryProps) {
  return (
    <li className="flex items-center" style={{ paddingLeft: depth * 12 }}>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        className={cx(
          'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left hover:bg-hover',
          isCurrent && 'bg-hover font-medium',
        )}
      >
        <span className="text-muted" aria-hidden="true">
          {icon}
        </span>
        <span className="truncate">{children}</span>
      </button>
      {menu}
    </li>
  );
}

function FolderMenu({ folder, onChoose }: { folder: MediaFolder; onChoose(change: Change): void }) {
  return (
    <Menu
      groups={[
        {
          items: [
            { label: T.createIn(folder.name), run: () => onChoose({ kind: 'create', parent: folder }) },
            { label: T.rename, run: () => onChoose({ kind: 'rename', folder }) },
          ],
        },
        {
          items: [{ label: T.delete, run: () => onChoose({ kind: 'delete', folder }), isDangerous: true }],
        },
      ]}
    />
  );
}

interface NameDialogProps {
  at: TenantRef;
  change: Exclude<Change, { kind: 'delete' }> | { kind: 'rename'; folder: MediaFolder };
  onClose(): void;
}

function NameDialog({ at, change, onClose }: NameDialogProps) {
  const isNew = change.kind === 'create';
  const title = isNew ? (change.parent === undefined ? T.create : T.createIn(change.parent.name)) : T.rename;
  const save = useAction(
    ({ name }: { name: string }) =>
      change.kind === 'create'
        ? call('createMediaFolder', { ...at, name, parent_id: change.parent?.id ?? null })
        : call('updateMediaFolder', { ...at, folder_id: change.folder.id, name }),
    {
      invalidates: mediaKeys(at),
      success: isNew ? T.created : T.renamed,
      onSuccess: onClose,
      showsErrors: true,
    },
  );
  const form = useForm({ initial: { name: isNew ? '' : change.folder.name }, submit: save.perform });
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form form={form} submitLabel={SHARED.actions.save}>
        <TextField form={form} name="name" label={T.name} maxLength={255} autoComplete="off" />
      </Form>
    </Dialog>
  );
}

interface DeleteDialogProps {
  at: TenantRef;
  folder: MediaFolder;
  onClose(): void;
  onDone(): void;
}

function DeleteDialog({ at, folder, onClose, onDone }: DeleteDialogProps) {
  const remove = useAction(() => call('deleteMediaFolder', { ...at, folder_id: folder.id }), {
    invalidates: mediaKeys(at),
    success: T.deleted,
    onSuccess: onDone,
    showsErrors: true,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={T.deleteTitle(folder.name)}
      description={T.deleteHint}
      action={T.delete}
      run={() => remove.perform()}
    />
  );
}
