import { call } from '../../data/api.ts';
import { type MediaFile, mediaKeys } from '../../data/media.ts';
import type { TenantRef } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { MEDIA } from '../../texts/media.ts';
import { ConfirmDialog, type useDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useUses } from './uses.tsx';

const T = MEDIA.delete;

interface DeleteFileProps {
  at: TenantRef;
  file: MediaFile;
  dialog: ReturnType<typeof useDialog>;
  onDone(): void;
}

/** Asks before a file goes to the trash, and says how often it is used. Afterwards a toast offers to restore it. */
export function DeleteFile({ at, file, dialog, onDone }: DeleteFileProps) {
  const invalidates = mediaKeys(at);
  const uses = useUses(at, file.id).data ?? [];
  const restore = useAction(() => call('restoreFromTrash', { ...at, trash_id: file.id }), {
    invalidates,
    success: T.restored,
  });
  const remove = useAction(() => call('deleteMedia', { ...at, ids: [file.id] }), {
    invalidates,
    onSuccess: () => {
      showToast({ text: T.done, kind: 'good', action: { label: T.undo, run: () => restore.run() } });
      onDone();
    },
    showsErrors: true,
  });
  return (
    <ConfirmDialog
      {...dialog.props}
      title={T.title(file.filename)}
      description={uses.length === 0 ? T.hint : `${T.inUse(uses.length)} ${T.hint}`}
      action={T.action}
      run={() => remove.perform()}
    />
  );
}
