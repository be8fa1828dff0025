import type { Api } from '../client.ts';
import type { MediaFolder } from '../schemas.generated.ts';
import { forPeople } from './message.ts';
import type { FoldersProvider, MediaAsset, MediaKind, MediaProvider, ProvidedFolder } from './types.ts';

type Config = Awaited<ReturnType<Api['getProjectConfig']>>;
type Item = Awaited<ReturnType<Api['updateMedia']>>;

export function createMediaProvider(api: Api, { media, features }: Config, mayEdit: boolean): MediaProvider {
  const kinds = Object.entries(media.categories).map(([kind, { mime_types }]) => [kind, mime_types]);
  return {
    maxFileSize: media.max_file_size,
    mimeTypes: Object.fromEntries(kinds) as Partial<Record<MediaKind, string[]>>,
    list: forPeople(async ({ search, cursor, folderId, category } = {}) => {
      const filter = { search, cursor, folder_id: folderId ?? undefined, category };
      const { items, next_cursor } = await api.browseMedia(filter);
      return { items: items.map(toAsset), ...(next_cursor !== null && { nextCursor: next_cursor }) };
    }),
    create:
      mayEdit &&
      forPeople(async ({ file, folderId, alt, filename }) =>
        toAsset(await api.uploadMedia({ file, folder_id: folderId, alt_text: alt, filename })),
      ),
    update:
      mayEdit &&
      forPeople(async (id, { alt, filename }) =>
        toAsset(await api.updateMedia({ media_id: id, alt_text: alt, filename })),
      ),
    delete: mayEdit && forPeople((ids) => api.deleteMedia({ ids })),
    folders: features.media_folders && createFoldersProvider(api, mayEdit),
    replace:
      mayEdit && forPeople(async (id, file) => toAsset(await api.replaceMedia({ media_id: id, file }))),
    importFromUrl:
      mayEdit &&
      features.import_from_url &&
      forPeople(async (url, folderId) => toAsset(await api.importMediaFromUrl({ url, folder_id: folderId }))),
    checkUsage: forPeople(async (ids) => {
      const usage = Object.entries(await api.checkMediaUsage({ ids }));
      return Object.fromEntries(
        usage.map(([id, { template_count, template_names }]) => [
          id,
          { templateCount: template_count, templateNames: template_names },
        ]),
      );
    }),
    frequentlyUsed: forPeople(async () => (await api.listFrequentMedia()).map(toAsset)),
    storage: forPeople(async () => {
      const { storage } = await api.getProjectConfig();
      const { used_bytes: usedBytes, limit_bytes: limitBytes } = storage;
      return limitBytes === null ? null : { usedBytes, limitBytes };
    }),
  };
}

function createFoldersProvider(api: Api, mayEdit: boolean): FoldersProvider {
  return {
    list: forPeople(async () => (await api.listMediaFolders()).flatMap(flatten)),
    create:
      mayEdit &&
      forPeople(async ({ name, parentId }) =>
        toFolder(await api.createMediaFolder({ name, parent_id: parentId })),
      ),
    update:
      mayEdit &&
      forPeople(async (id, { name }) => toFolder(await api.updateMediaFolder({ folder_id: id, name }))),
    delete: mayEdit && forPeople((id) => api.deleteMediaFolder({ folder_id: id })),
    move:
      mayEdit &&
      forPeople(async (ids, folderId) => (await api.moveMedia({ ids, folder_id: folderId })).map(toAsset)),
  };
}

const flatten = (folder: MediaFolder): ProvidedFolder[] => [
  toFolder(folder),
  ...((folder.children ?? []) as MediaFolder[]).flatMap(flatten),
];

const toFolder = ({ id, name, parent_id }: MediaFolder): ProvidedFolder => ({
  id,
  name,
  parentId: parent_id,
});

/** Absent rather than null or empty. The editor puts `url` into mails, for which originals can be too large. */
function toAsset(item: Item): MediaAsset {
  const { width, height, alt_text } = item;
  const thumbnailUrl = item.small_url ?? item.medium_url;
  return {
    id: item.id,
    url: item.large_url ?? item.url,
    ...(alt_text !== '' && { alt: alt_text }),
    filename: item.filename,
    mimeType: item.mime_type ?? '',
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    size: item.size,
    ...(thumbnailUrl != null && { thumbnailUrl }),
    folderId: item.folder_id,
    createdAt: item.created_at ?? '',
    updatedAt: item.updated_at ?? '',
  };
}
