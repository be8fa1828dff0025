import { Upload as UploadIcon } from 'lucide-react';
import { useRef } from 'react';
import { MEDIA as T } from '../../texts/media.ts';
import { Button } from '../../ui/button.tsx';

/** Opens the browser's dialog for files. */
export function UploadButton({ onChoose }: { onChoose(files: FileList | null): void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        kind="primary"
        icon={<UploadIcon size={16} aria-hidden="true" />}
        onClick={() => chooser.current?.click()}
      >
        {T.upload.action}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onChoose(target.files);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </>
  );
}
