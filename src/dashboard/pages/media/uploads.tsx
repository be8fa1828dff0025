import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import { mediaKeys } from '../../data/media.ts';
import type { TenantRef } from '../../data/operations.ts';
import { describeError, queryClient } from '../../data/queries.ts';
import { MEDIA } from '../../texts/media.ts';
import { IconButton } from '../../ui/button.tsx';

const T = MEDIA.upload;

interface Upload {
  id: number;
  name: string;
  /** The uploaded share, from 0 to 1. Undefined: it waits. */
  share?: number;
  isDone?: boolean;
  error?: string;
}

interface Uploads {
  all: readonly Upload[];
  add(files: readonly File[], folderId: string | undefined): void;
  clear(): void;
}

/** Uploads files one after the other. After a failure it goes on with the next file. */
export function useUploads(at: TenantRef): Uploads {
  const [all, setAll] = useState<readonly Upload[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const lastId = useRef(0);
  const change = (id: number, facts: Partial<Upload>) =>
    setAll((before) => before.map((one) => (one.id === id ? { ...one, ...facts } : one)));
  const send = async (id: number, file: File, folderId: string | undefined) => {
    try {
      change(id, { share: 0 });
      await call(
        'uploadMedia',
        { ...at, folder_id: folderId, file },
        {
          onProgress: (share) => change(id, { share }),
        },
      );
      change(id, { share: 1, isDone: true });
      await Promise.all(mediaKeys(at).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    } catch (error) {
      change(id, { error: describeError(error).text });
    }
  };
  return {
    all,
    add(files, folderId) {
      for (const file of files) {
        lastId.current += 1;
        const id = lastId.current;
        setAll((before) => [...before, { id, name: file.name }]);
        queue.current = queue.current.then(() => send(id, file, folderId));
      }
    },
    clear: () => setAll((before) => before.filter(({ isDone, error }) => !isDone && error === undefined)),
  };
}

/** The progress of uploads, and their errors. */
export function UploadList({ uploads: { all, clear } }: { uploads: Uploads }) {
  if (all.length === 0) return null;
  const isOver = all.every(({ isDone, error }) => isDone || error !== undefined);
  return (
    <section
      aria-label={T.label}
      className="mb-4 flex gap-2 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 shadow-raised"
    >
      <ul aria-live="polite" className="flex max-h-52 min-w-0 flex-1 flex-col gap-1.5 overflow-y-auto py-1">
        {all.map((one) => (
          <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 text-sm">
            <span className="truncate">{one.name}</span>
            <Progress upload={one} />
            {one.error !== undefined && <span className="col-span-2 text-bad">{one.error}</span>}
          </li>
        ))}
      </ul>
      {isOver && <IconButton label={T.dismiss} icon={<X size={15} aria-hidden="true" />} onClick={clear} />}
    </section>
  );
}

function Progress({ upload: { name, share, isDone, error } }: { upload: Upload }) {
  if (error !== undefined) return <CircleAlert size={15} aria-hidden="true" className="text-bad" />;
  if (isDone)
    return (
      <span className="inline-flex items-center gap-1 text-good">
        <CircleCheck size={15} aria-hidden="true" />
        {T.done}
      </span>
    );
  if (share === undefined) return <span className="text-muted">{T.waiting}</span>;
  return <progress aria-label={T.progress(name)} value={share} className="h-1.5 w-32 accent-accent" />;
}
