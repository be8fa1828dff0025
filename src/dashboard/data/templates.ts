import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
import { call, callForResponse } from './api.ts';
import { type Input, type Item, locate, type Output, pathKey, type TenantRef } from './operations.ts';
import { get, queryClient } from './queries.ts';

export type Template = Output<'getTemplate'>;

/** The templates that match the filters of the gallery. */
export const templatesQuery = (
  at: TenantRef,
  { search, folder_id, tag, archived, sort }: Readonly<Record<string, string | undefined>>,
): Input<'listTemplates'> => ({
  ...{ ...at, search, folder_id, tag },
  archived: archived as Input<'listTemplates'>['archived'],
  sort: (sort as Input<'listTemplates'>['sort']) ?? (search === undefined ? 'updated' : 'relevance'),
});

/** Keys of everything that changes when templates of a tenant are added, changed or deleted. */
export const templateKeys = ({ project_id }: TenantRef): string[][] => [
  // The list of tenants has the number of their templates.
  pathKey('listTenants', { project_id }),
  pathKey('listAllTemplates'),
  pathKey('listProjectCounts'),
  pathKey('getOverview'),
];

export const thumbnailUrl = (at: TenantRef, template_id: string, width: number): string =>
  `api/v1/${locate('getTemplateThumbnail', { ...at, template_id }).path}?width=${width}&max_height=${width}`;

export const starterThumbnailUrl = (at: TenantRef, starter: string, locale: string, width: number): string =>
  `api/v1/${locate('getStarterThumbnail', at).path}?${new URLSearchParams({ starter, locale })}&width=${width}&max_height=${width}`;

type Content = Input<'renderContent'>['content'];

/** Renders a content as a mail. It does not count as an export. */
export async function render(
  at: TenantRef,
  content: Content,
  data: Input<'renderContent'>['data'],
  signal?: AbortSignal,
) {
  const input = { ...at, content, data, plain_text: true };
  const { html = '', mjml = '', plain_text = '', ...rest } = await call('renderContent', input, { signal });
  return { html, mjml, plain_text, ...rest };
}

export interface RenderingSource {
  at: TenantRef;
  /** The key of the template, version or proposal that has the content. */
  of: QueryKey;
  version: number | string;
  /** Undefined: it is not loaded yet. */
  content?: Content | undefined;
  data?: Input<'renderContent'>['data'];
}

/** The query of a rendered content. `version` is the key of the content in the cache. */
export const renderingQuery = ({ at, of, version, content, data }: RenderingSource) =>
  queryOptions({
    queryKey: [...of, 'render', version, data],
    queryFn: ({ signal }) => render(at, content as Content, data, signal),
  });

export const prefetchRendering = (source: RenderingSource): Promise<void> =>
  queryClient.prefetchQuery(renderingQuery(source));

type LastEvent<Answer> =
  Answer extends AsyncGenerator<infer Event> ? Extract<Event, { type: 'done' }> : never;

/** The last event of an operation that answers with a stream of events. */
export async function callForResult<N extends 'scoreTemplate'>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<LastEvent<Output<N>>> {
  const response = await callForResponse(name, input, { accept: 'text/event-stream', signal });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  const last = JSON.parse(lines.at(-1)?.slice('data: '.length) ?? '{}');
  if (last.type !== 'done') throw new Error(last.message);
  return last;
}

/** What the tenant's plan allows. */
export const useConfig = (at: TenantRef) => useQuery(get('getProjectConfig', at));

/** The features of a tenant's plan. */
export const useFeatures = (at: TenantRef) => useConfig(at).data?.features;

/** The template folders and tags of a tenant. */
export function useFoldersAndTags(at: TenantRef) {
  const config = useConfig(at);
  const hasFolders = config.data?.features.template_folders === true;
  const folders = useQuery({ ...get('listTemplateFolders', at), enabled: hasFolders });
  const tags = useQuery(get('listTemplateTags', at));
  return { folders: flatten(folders.data ?? []), tags: tags.data ?? [], queries: [config, folders, tags] };
}

const flatten = (
  folders: readonly Item<'listTemplateFolders'>[],
  above = '',
): { id: string; name: string }[] =>
  folders.flatMap(({ id, name, children = [] }) => [
    { id, name: above + name },
    ...flatten(children, `${above}${name} / `),
  ]);
