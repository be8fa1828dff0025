import { startOfDay } from './data/changes.ts';
import { projectPath, tenantPath } from './data/paths.ts';
import { type Page, type Prefetched, prefetch, prefetchList } from './data/queries.ts';
import type { ProjectEntry } from './data/scope.ts';
import { type Me, ownerOfActivity } from './data/teams.ts';
import { prefetchRendering, type TemplateWithContent } from './data/templates.ts';

/** Parameters and search of the address of a page. */
export interface PageLocation {
  project: string;
  tenant: string;
  template: string;
  search: Readonly<Record<string, string | undefined>>;
}

/**
 * The first requests of a page. They are sent while the code of the page is loaded. The page reads the same routes by `get`
 * and `useCursorList`, which find the answers in the cache. A route that is missing here is only requested later.
 */
type PageData = (location: PageLocation) => Prefetched[];

const DAYS = '30';

/** Requests that depend on the person, after `admin/me` was answered. */
const withMe = async (askFor: (me: Me) => Prefetched): Prefetched => {
  const me = await prefetch<{ data: Me }>('admin/me');
  return me && askFor(me.data);
};

export const homeData: PageData = () => [
  prefetch('admin/overview'),
  prefetch('admin/daily-usage', { days: DAYS }),
  withMe(async (me) => me.is_operator && prefetch('admin/activity')),
];

export const accountData: PageData = () => [prefetch('account/passkeys'), prefetch('account/sessions')];

export const teamData: PageData = ({ search }) => [
  withMe(async ({ teams }) => {
    const team = teams.find(({ id }) => id === search.team) ?? teams[0];
    return team && prefetchList(`admin/teams/${team.id}/members`);
  }),
];

export const activityData: PageData = ({ search }) => {
  if (search.tab !== undefined && search.tab !== 'changes') return [];
  return [
    withMe(async (me) => {
      const owner = ownerOfActivity(me, search);
      const since = startOfDay(search.since);
      return owner && prefetchList('admin/activity', { ...owner, type: search.type, since });
    }),
  ];
};

export const projectsData: PageData = ({ search }) => [
  prefetchList('admin/projects', { team_id: search.team }),
  prefetch('admin/project-counts'),
];

export const projectData: PageData = ({ project }) => [
  prefetch('admin/daily-usage', { project_id: project, days: DAYS }),
  prefetch('admin/plans'),
  prefetch(`${projectPath(project)}/origins`),
];

export const tenantsData: PageData = ({ project, search }) => [
  prefetchList(`${projectPath(project)}/tenants`, { search: search.search }),
];

export const tenantData: PageData = ({ project, tenant, search }) => {
  const path = tenantPath(project, tenant);
  if (search.tab !== undefined && search.tab !== 'overview') return [prefetch(path)];
  return [
    prefetch(path),
    prefetch(`${path}/plan`),
    prefetch(`${path}/usage`),
    prefetch('admin/daily-usage', { project_id: project, tenant, days: DAYS }),
    prefetch('admin/plans'),
    // The role of other people may not allow it.
    withMe(async (me) => me.is_operator && prefetch(`${projectPath(project)}/data-jobs`, { tenant })),
  ];
};

export const keysData: PageData = ({ project }) => [
  prefetch<Page<ProjectEntry>>('admin/projects').then((list) => {
    const found = list?.data.find(({ id }) => id === project);
    return found?.team_id && prefetch('admin/keys', { team_id: found.team_id });
  }),
];

export const brandData: PageData = ({ project }) => [
  prefetch(`${projectPath(project)}/brand`),
  prefetch(`${projectPath(project)}/tenants`),
];

export const templatesData: PageData = ({ project, search }) => {
  const { tenant, view, archived, folder_id, tag, sort } = search;
  const tenants = prefetchList(`${projectPath(project)}/tenants`);
  if (tenant === undefined && view === 'tenants')
    return [tenants, prefetchList(`${projectPath(project)}/tenants`, { search: search.search })];
  if (tenant === undefined)
    return [
      tenants,
      prefetchList('admin/templates', { project_id: project, search: search.search, archived }),
    ];
  const path = tenantPath(project, tenant);
  return [
    tenants,
    prefetchList(`${path}/templates`, {
      ...{ search: search.search, folder_id, tag, archived },
      sort: sort ?? (search.search === undefined ? 'updated' : 'relevance'),
    }),
    prefetch(path),
    prefetch(`${path}/config`),
    prefetch(`${path}/template-tags`),
  ];
};

export const templateData: PageData = ({ project, tenant, template: id, search }) => {
  const tenantRoutes = tenantPath(project, tenant);
  const path = `${tenantRoutes}/templates/${encodeURIComponent(id)}`;
  const { tab = 'preview' } = search;
  const template = prefetch<{ data: TemplateWithContent }>(path);
  return [
    prefetch(tenantRoutes),
    prefetch(`${tenantRoutes}/config`),
    tab === 'preview' || tab === 'source'
      ? template.then((loaded) => loaded && prefetchRendering({ tenantRoutes, path, ...loaded.data }))
      : template,
    ...(tab === 'history' ? [prefetchList(`${path}/snapshots`, { answer: 'compact', limit: 50 })] : []),
    ...(tab === 'comments' ? [prefetch(`${path}/comments`)] : []),
    ...(tab === 'activity' ? [prefetchList(`${path}/activity`)] : []),
  ];
};

export const mediaData: PageData = ({ project, search }) => {
  const { tenant, folder_id, category, show, sort } = search;
  const tenants = prefetchList(`${projectPath(project)}/tenants`);
  if (tenant === undefined)
    return [tenants, prefetchList(`${projectPath(project)}/tenants`, { search: search.search })];
  const path = tenantPath(project, tenant);
  return [
    tenants,
    prefetchList(`${path}/media/browse`, {
      ...{ search: search.search, folder_id, category, sort },
      ...(show !== undefined && { [show]: true }),
    }),
    prefetch(path),
    prefetch(`${path}/config`),
  ];
};

export const agentsData: PageData = ({ project, search }) => {
  if (search.tab !== undefined && search.tab !== 'calls') return [];
  return [prefetchList('admin/tool-calls', { project_id: project, key_id: search.key })];
};

export const tokensData: PageData = () => [prefetch('admin/admin-tokens')];

export const instanceData: PageData = ({ search }) =>
  search.tab === undefined || search.tab === 'settings' ? [prefetch('admin/settings')] : [];
