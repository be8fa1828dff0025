import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, callForResponse } from './api.ts';
import { get, type Page, queryClient } from './queries.ts';

export interface Template {
  id: string;
  name?: string;
  key?: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  folder_id?: string;
  tags?: string[];
  archived_at?: string;
}

export interface ListedTemplate extends Template {
  score?: number;
  scored_version?: number;
  match?: { field: 'name' | 'text' | 'link' | 'comment'; snippet?: string };
}

export interface TemplateWithContent extends Template {
  content: { blocks: unknown[]; settings: Record<string, unknown> };
}

interface Folder {
  id: string;
  name: string;
  children?: Folder[];
}

interface Rendering {
  html: string;
  mjml: string;
  plain_text: string;
  html_bytes: number;
  warnings: { code: string; message: string; block_id?: string }[];
}

/** Keys of everything that changes when templates of a tenant are added, changed or deleted. */
export const templateKeys = (tenantRoutes: string): string[][] => [
  // The list of tenants has the number of their templates.
  tenantRoutes.split('/').slice(0, -1),
  ['admin', 'templates'],
  ['admin', 'project-counts'],
  ['admin', 'overview'],
];

export const thumbnailUrl = (path: string, id: string, width: number): string =>
  `api/v1/${path}/templates/${encodeURIComponent(id)}/thumbnail.png?width=${width}&max_height=${width}`;

export const starterThumbnailUrl = (path: string, starter: string, locale: string, width: number): string =>
  `api/v1/${path}/starters/thumbnail.png?${new URLSearchParams({ starter, locale })}&width=${width}&max_height=${width}`;

/** Renders a content as a mail. It does not count as an export. */
export async function render(path: string, content: unknown, data: unknown, signal?: AbortSignal) {
  const body = { content, plain_text: true, ...(data !== undefined && { data }) };
  return (await call<{ data: Rendering }>('POST', `${path}/render`, { body, signal })).data;
}

export interface RenderingSource {
  tenantRoutes: string;
  /** The path of the template, version or proposal that has the content. */
  path: string;
  version: number | string;
  content: unknown;
  data?: unknown;
}

/** The query of a rendered content. `version` is the key of the content in the cache. */
export const renderingQuery = ({ tenantRoutes, path, version, content, data }: RenderingSource) =>
  queryOptions({
    queryKey: [...path.split('/'), 'render', version, data],
    queryFn: ({ signal }) => render(tenantRoutes, content, data, signal),
  });

export const prefetchRendering = (source: RenderingSource): Promise<void> =>
  queryClient.prefetchQuery(renderingQuery(source));

/** The last result of a route that answers with a stream of events. */
export async function callForResult<Result>(
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<Result> {
  const headers = { accept: 'text/event-stream' };
  const text = await (await callForResponse('POST', path, { body, headers, signal })).text();
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  const last = JSON.parse(lines.at(-1)?.slice('data: '.length) ?? '{}');
  if (last.type !== 'done') throw new Error(last.message);
  return last.result;
}

/** What the tenant's plan allows. */
export const useConfig = (path: string) =>
  useQuery(get<{ data: { features: Record<string, boolean> } }>(`${path}/config`));

/** The features of a tenant's plan. */
export const useFeatures = (path: string): Readonly<Record<string, boolean>> =>
  useConfig(path).data?.data.features ?? {};

/** The template folders and tags of a tenant. */
export function useFoldersAndTags(path: string) {
  const config = useConfig(path);
  const hasFolders = config.data?.data.features.template_folders === true;
  const folders = useQuery({ ...get<Page<Folder>>(`${path}/template-folders`), enabled: hasFolders });
  const tags = useQuery(get<Page<{ name: string }>>(`${path}/template-tags`));
  return {
    folders: flatten(folders.data?.data ?? []),
    tags: tags.data?.data ?? [],
    queries: [config, folders, tags],
  };
}

const flatten = (folders: readonly Folder[], above = ''): { id: string; name: string }[] =>
  folders.flatMap(({ id, name, children = [] }) => [
    { id, name: above + name },
    ...flatten(children, `${above}${name} / `),
  ]);
