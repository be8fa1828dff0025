import { File, FileText, Film, Music } from 'lucide-react';
import { fileSource, isPicture, type MediaFile } from '../../data/media.ts';
import { MEDIA as T } from '../../texts/media.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatBytes } from '../../ui/format.tsx';

interface MediaCardProps {
  file: MediaFile;
  onOpen(): void;
}

/** A file with its picture. The whole card is the button. */
export function MediaCard({ file, onOpen }: MediaCardProps) {
  const { filename, size, width, height, alt_text } = file;
  const dimensions = width === null || height === null ? '' : `${width} × ${height} · `;
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised hover:border-strong">
      <div className="h-36 bg-sunken">
        <FilePicture file={file} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 border-t border-line px-3 py-2">
        <h2 className="truncate text-sm font-medium">
          <button
            type="button"
            onClick={onOpen}
            className="max-w-full truncate after:absolute after:inset-0"
            title={filename}
          >
            {filename}
          </button>
        </h2>
        <p className="truncate text-xs text-muted">
          {dimensions}
          {formatBytes(size)}
        </p>
      </div>
      {isPicture(file) && alt_text === '' && (
        <span className="absolute top-2 left-2">
          <Badge kind="warn">{T.altMissing}</Badge>
        </span>
      )}
    </article>
  );
}

/** The picture of a file, or an icon of its type. `alt` is empty, because the name is beside it. */
export function FilePicture({ file, isLarge = false }: { file: MediaFile; isLarge?: boolean }) {
  const { mime_type = '', url, small_url, large_url } = file;
  if (isPicture(file))
    return (
      <img
        key={url}
        src={fileSource((isLarge ? large_url : small_url) ?? url)}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-contain"
      />
    );
  const [kind] = mime_type.split('/');
  const Icon =
    kind === 'video' ? Film : kind === 'audio' ? Music : mime_type === 'application/pdf' ? FileText : File;
  return (
    <div className="flex size-full items-center justify-center text-muted">
      <Icon size={36} strokeWidth={1.25} aria-hidden="true" />
    </div>
  );
}
