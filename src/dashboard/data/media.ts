import { useQuery } from '@tanstack/react-query';
import { pathOf } from '../addresses.ts';
import { type Input, type Item, pathKey, type TenantRef } from './operations.ts';
import { get } from './queries.ts';
import { useConfig } from './templates.ts';

/** A file as the media library answers it. */
export type MediaFile = Item<'browseMedia'>;

/** A folder in a list, with its depth in the tree. */
export interface MediaFolder {
  id: string;
  name: string;
  depth: number;
}

/** The address of a file at this server. `url` has the public address, which this page may not reach. */
export const fileSource = (url: string): string => pathOf(`media/${url.split('/media/').at(-1)}`);

export const isPicture = ({ mime_type = '' }: MediaFile): boolean => mime_type.startsWith('image/');

/** The files that match the filters of the library. */
export const filesQuery = (
  at: TenantRef,
  { search, folder_id, category, show, sort }: Readonly<Record<string, string | undefined>>,
): Input<'browseMedia'> => ({
  ...{ ...at, search, folder_id },
  category: category as Input<'browseMedia'>['category'],
  sort: sort as Input<'browseMedia'>['sort'],
  ...(show !== undefined && { [show]: true }),
});

/** Keys of everything that changes with files and folders of a tenant. */
export const mediaKeys = (at: TenantRef) => [[...pathKey('getTenant', at), 'media']];

/** Folders as choices, indented by their depth. */
export const folderChoices = (folders: readonly MediaFolder[]) =>
  folders.map(({ id, name, depth }) => ({ value: id, label: `${'\u00a0\u00a0'.repeat(depth)}${name}` }));

/** The folders of a library as a list, each before its subfolders. */
export function useMediaFolders(at: TenantRef) {
  const config = useConfig(at);
  const hasFolders = config.data?.features.media_folders === true;
  const tree = useQuery({ ...get('listMediaFolders', at), enabled: hasFolders });
  return { hasFolders, folders: flatten(tree.data ?? [], 0), queries: [config, tree] };
}

const flatten = (folders: readonly Item<'listMediaFolders'>[], depth: number): MediaFolder[] =>
  folders.flatMap(({ id, name, children = [] }) => [{ id, name, depth }, ...flatten(children, depth + 1)]);
