import { Images } from 'lucide-react';
import { useState } from 'react';
import { filesQuery, useMediaFolders } from '../../data/media.ts';
import { usePermissions } from '../../data/permissions.ts';
import { useCursorList } from '../../data/queries.ts';
import { type Tenant, useTenantName } from '../../data/tenants.ts';
import { MEDIA as T } from '../../texts/media.ts';
import { CardGrid } from '../../ui/card-grid.tsx';
import { useFiltersWithin } from '../../ui/filters.tsx';
import { Page as PageFrame } from '../../ui/page.tsx';
import { EmptyState, NO_MATCH } from '../../ui/states.tsx';
import { DropArea } from './drop-area.tsx';
import { FileDialog } from './file-dialog.tsx';
import { Folders } from './folders.tsx';
import { MediaCard } from './media-card.tsx';
import { MediaFilters } from './media-filters.tsx';
import { UploadButton } from './upload-button.tsx';
import { UploadList, useUploads } from './uploads.tsx';

interface LibraryProps {
  project: string;
  tenant: string;
  /** The first page of the project's tenants, as choices. */
  tenants: readonly Tenant[];
}

/** The media library of a tenant. */
export function Library({ project, tenant, tenants }: LibraryProps) {
  const at = { project_id: project, tenant };
  const filters = useFiltersWithin({ tenant });
  const { folder_id } = filters.values;
  const { mayWrite } = usePermissions();
  const { hasFolders, folders, queries } = useMediaFolders(at);
  const list = useCursorList('browseMedia', filesQuery(at, filters.values));
  const [shownId, setShownId] = useState<string>();
  const uploads = useUploads(at);
  const add = (files: FileList | null) => uploads.add([...(files ?? [])], folder_id);
  const name = useTenantName(at);
  const button = mayWrite && <UploadButton onChoose={add} />;
  const empty = filters.isActive
    ? NO_MATCH
    : { title: T.none, hint: mayWrite ? T.noneHint : T.noneHintReadOnly, action: button };
  const above = [
    {
      label: T.all,
      link: { to: '/projects/$project/media' as const, params: { project }, search: {} },
    },
  ];
  return (
    <DropArea isDisabled={!mayWrite} onDrop={add}>
      <PageFrame title={T.of(name)} actions={button || undefined} {...(tenants.length > 1 && { above })}>
        <MediaFilters {...{ tenant, name, tenants, filters, folders, queries }} />
        <UploadList uploads={uploads} />
        <div className="flex gap-6">
          {hasFolders && <Folders at={at} folders={folders} filters={filters} mayWrite={mayWrite} />}
          <div className="min-w-0 flex-1">
            <CardGrid
              label={T.title}
              list={list}
              keyOf={({ id }) => id}
              card={(file) => <MediaCard file={file} onOpen={() => setShownId(file.id)} />}
              minWidth={150}
              height={200}
              empty={<EmptyState icon={<Images size={22} aria-hidden="true" />} {...empty} />}
            />
          </div>
        </div>
      </PageFrame>
      <FileDialog
        at={at}
        file={list.items.find(({ id }) => id === shownId)}
        folders={folders}
        mayWrite={mayWrite}
        onClose={() => setShownId(undefined)}
      />
    </DropArea>
  );
}
