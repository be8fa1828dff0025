import { Replace, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../data/api.ts';
import { fileSource, folderChoices, type MediaFile, type MediaFolder, mediaKeys } from '../../data/media.ts';
import type { TenantRef } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { MEDIA } from '../../texts/media.ts';
import { SHARED } from '../../texts/shared.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog, useDialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { formatBytes, Time } from '../../ui/format.tsx';
import { Facts } from '../../ui/page.tsx';
import { DeleteFile } from './delete-file.tsx';
import { FilePicture } from './media-card.tsx';
import { Uses } from './uses.tsx';

const T = MEDIA.details;

interface FileDialogProps {
  at: TenantRef;
  /** Undefined: the dialog is closed. */
  file: MediaFile | undefined;
  folders: readonly MediaFolder[];
  mayWrite: boolean;
  onClose(): void;
}

/** A file with its large picture, its texts and its uses. */
export function FileDialog(props: FileDialogProps) {
  const { file, onClose } = props;
  return (
    <Dialog isOpen={file !== undefined} onClose={onClose} title={file?.filename ?? ''} isWide>
      {file !== undefined && <FileDetails key={file.id} {...props} file={file} />}
    </Dialog>
  );
}

type DetailsProps = FileDialogProps & { file: MediaFile };

function FileDetails(props: DetailsProps) {
  const { at, file, mayWrite, onClose } = props;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <a
          href={fileSource(file.url)}
          target="_blank"
          rel="noreferrer"
          aria-label={T.open}
          className="block h-64 overflow-hidden rounded-md border border-line bg-sunken"
        >
          <FilePicture file={file} isLarge />
        </a>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={file.url} label={T.copyAddress} />
          {mayWrite && <ReplaceFile at={at} file={file} />}
          {mayWrite && <DeleteButton at={at} file={file} onDone={onClose} />}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {mayWrite && <FileForm {...props} />}
        <FileFacts file={file} mayWrite={mayWrite} />
        <Uses at={at} id={file.id} />
      </div>
    </div>
  );
}

function FileFacts({ file, mayWrite }: Pick<DetailsProps, 'file' | 'mayWrite'>) {
  const { alt_text, mime_type, size, width, height, created_at } = file;
  return (
    <Facts
      facts={[
        ...(mayWrite ? [] : [[T.alt, alt_text || T.noAlt] as const]),
        [T.type, mime_type],
        [T.size, formatBytes(size)],
        ...(width === null || height === null ? [] : [[T.dimensions, T.pixels(width, height)] as const]),
        [T.added, <Time key="added" value={created_at} />],
      ]}
    />
  );
}

function FileForm({ at, file, folders, onClose }: DetailsProps) {
  const save = useAction(
    async ({ filename, alt_text, folder_id }: { filename: string; alt_text: string; folder_id: string }) => {
      await call('updateMedia', { ...at, media_id: file.id, filename, alt_text });
      if (folder_id === (file.folder_id ?? '')) return;
      await call('moveMedia', { ...at, ids: [file.id], folder_id: folder_id || null });
    },
    // Closed, because the filters of the list may not match the changed file.
    { invalidates: mediaKeys(at), success: T.saved, onSuccess: onClose, showsErrors: true },
  );
  const form = useForm({
    initial: { filename: file.filename, alt_text: file.alt_text, folder_id: file.folder_id ?? '' },
    submit: save.perform,
  });
  const choices = folderChoices(folders);
  return (
    <Form form={form} submitLabel={SHARED.actions.save} isDisabled={!form.isChanged}>
      <TextField form={form} name="alt_text" label={T.alt} hint={T.altHint} rows={3} maxLength={2000} />
      <TextField form={form} name="filename" label={T.filename} maxLength={255} spellCheck={false} />
      {choices.length > 0 && (
        <SelectField
          form={form}
          name="folder_id"
          label={MEDIA.folders.folder}
          choices={[{ value: '', label: MEDIA.folders.top }, ...choices]}
        />
      )}
    </Form>
  );
}

function ReplaceFile({ at, file: { id } }: Pick<DetailsProps, 'at' | 'file'>) {
  const chooser = useRef<HTMLInputElement>(null);
  const replace = useAction((file: File) => call('replaceMedia', { ...at, media_id: id, file }), {
    invalidates: mediaKeys(at),
    success: MEDIA.replace.done,
  });
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        onChange={({ target }) => {
          const [next] = target.files ?? [];
          if (next !== undefined) replace.run(next);
          target.value = '';
        }}
      />
      <Button
        isSmall
        isBusy={replace.isRunning}
        icon={<Replace size={15} aria-hidden="true" />}
        onClick={() => chooser.current?.click()}
      >
        {MEDIA.replace.action}
      </Button>
    </>
  );
}

function DeleteButton({ at, file, onDone }: Pick<DetailsProps, 'at' | 'file'> & { onDone(): void }) {
  const dialog = useDialog();
  return (
    <>
      <Button isSmall icon={<Trash2 size={15} aria-hidden="true" />} onClick={dialog.open}>
        {MEDIA.delete.action}
      </Button>
      <DeleteFile at={at} file={file} dialog={dialog} onDone={onDone} />
    </>
  );
}
