import { useQuery } from '@tanstack/react-query';
import { pathOf } from '../place.ts';
import { get, type Page } from './queries.ts';
import { useConfig } from './templates.ts';

/** A file as the media library answers it. */
export interface MediaFile {
  id: string;
  filename: string;
  mime_type: string;
  size: number;
  url: string;
  small_url: string | null;
  large_url: string | null;
  folder_id: string | null;
  width: number | null;
  height: number | null;
  alt_text: string;
  created_at: string;
}

export interface MediaUse {
  kind: 'template' | 'snapshot' | 'saved_module' | 'comment' | 'brand';
  id: string;
  name: string;
}

export interface MediaFolder {
  id: string;
  name: string;
  depth: number;
}

interface FolderTree {
  id: string;
  name: string;
  children?: FolderTree[];
}

/** The address of a file at this server. `url` has the public address, which this page may not reach. */
export const fileSource = (url: string): string => pathOf(`media/${url.split('/media/').at(-1)}`);

export const isPicture = ({ mime_type }: MediaFile): boolean => mime_type.startsWith('image/');

/** Keys of everything that changes with files and folders of a tenant. */
export const mediaKeys = (path: string) => [[...path.split('/'), 'media']];

/** Folders as choices, indented by their depth. */
export const folderChoices = (folders: readonly MediaFolder[]) =>
  folders.map(({ id, name, depth }) => ({ value: id, label: `${'\u00a0\u00a0'.repeat(depth)}${name}` }));

/** The folders of a library as a list, each before its subfolders. */
export function useMediaFolders(path: string) {
  const config = useConfig(path);
  const hasFolders = config.data?.data.features.media_folders === true;
  const tree = useQuery({ ...get<Page<FolderTree>>(`${path}/media/folders`), enabled: hasFolders });
  return { hasFolders, folders: flatten(tree.data?.data ?? [], 0), queries: [config, tree] };
}

const flatten = (folders: readonly FolderTree[], depth: number): MediaFolder[] =>
  folders.flatMap(({ id, name, children = [] }) => [{ id, name, depth }, ...flatten(children, depth + 1)]);
