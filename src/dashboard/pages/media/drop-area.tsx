import { Upload as UploadIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { MEDIA as T } from '../../texts/media.ts';

interface DropAreaProps {
  isDisabled: boolean;
  onDrop(files: FileList): void;
  children: ReactNode;
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** React passes on events of dialogs too, which are elsewhere in the document. */
const isInside = ({ currentTarget, target }: DragEvent) => currentTarget.contains(target as Node);

/** The page, on which files can be dropped. */
export function DropArea({ isDisabled, onDrop, children }: DropAreaProps) {
  const [isTarget, setTarget] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for keyboards
    <div
      className="min-h-[85dvh]"
      onDragOver={(event) => {
        if (isDisabled || !hasFiles(event)) return;
        // Otherwise the browser would open a dropped file in place of the page.
        event.preventDefault();
        if (isInside(event)) setTarget(true);
        else event.dataTransfer.dropEffect = 'none';
      }}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setTarget(false)
      }
      onDrop={(event) => {
        setTarget(false);
        if (isDisabled || !hasFiles(event)) return;
        event.preventDefault();
        if (isInside(event)) onDrop(event.dataTransfer.files);
      }}
    >
      {children}
      {isTarget && (
        <div className="pointer-events-none fixed inset-3 z-30 flex items-center justify-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/90">
          <p className="flex items-center gap-2 text-lg font-semibold text-accent">
            <UploadIcon size={22} aria-hidden="true" />
            {T.upload.drop}
          </p>
        </div>
      )}
    </div>
  );
}
