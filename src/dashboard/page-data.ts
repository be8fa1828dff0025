import { startOfDay } from './data/changes.ts';
import { filesQuery } from './data/media.ts';
import { type Input, pathKey } from './data/operations.ts';
import { type Prefetched, prefetch, prefetchList } from './data/queries.ts';
import { type Me, ownerOfActivity } from './data/teams.ts';
import { prefetchRendering, templatesQuery } from './data/templates.ts';

/** Parameters and search of the address of a page. */
export interface PageLocation {
  project: string;
  tenant: string;
  template: string;
  search: Readonly<Record<string, string | undefined>>;
}

/**
 * The first requests of a page. They are sent while the code of the page is loaded. The page reads the same
 * operations by `get` and `useCursorList`, which find the answers in the cache. One that is missing here is only requested later.
 */
type PageData = (location: PageLocation) => Prefetched[];

const DAYS = 30;

/** Requests that depend on the person, after `getMe` was answered. */
const withMe = async (askFor: (me: Me) => Prefetched): Prefetched => {
  const me = await prefetch('getMe');
  return me && askFor(me);
};

export const homeData: PageData = () => [
  prefetch('getOverview'),
  prefetch('listDailyUsage', { days: DAYS }),
  withMe(async (me) => me.is_operator && prefetch('listAllActivity', {})),
];

export const accountData: PageData = () => [prefetch('listPasskeys'), prefetch('listSessions')];

export const teamData: PageData = ({ search }) => [
  withMe(async ({ teams }) => {
    const team = teams.find(({ id }) => id === search.team) ?? teams[0];
    return team && prefetchList('listMembers', { team_id: team.id });
  }),
];

export const activityData: PageData = ({ search }) => {
  if (search.tab !== undefined && search.tab !== 'changes') return [];
  return [
    withMe(async (me) => {
      const owner = ownerOfActivity(me, search);
      const since = startOfDay(search.since);
      return owner && prefetchList('listAllActivity', { ...owner, type: search.type, since });
    }),
  ];
};

export const projectsData: PageData = ({ search }) => [
  prefetchList('listProjects', { team_id: search.team }),
  prefetch('listProjectCounts'),
];

export const projectData: PageData = ({ project: project_id }) => [
  prefetch('listDailyUsage', { project_id, days: DAYS }),
  prefetch('listPlans'),
  prefetch('listProjectOrigins', { project_id }),
];

export const tenantsData: PageData = ({ project: project_id, search }) => [
  prefetchList('listTenants', { project_id, search: search.search }),
];

export const tenantData: PageData = ({ project: project_id, tenant, search }) => {
  const at = { project_id, tenant };
  if (search.tab !== undefined && search.tab !== 'overview') return [prefetch('getTenant', at)];
  return [
    prefetch('getTenant', at),
    prefetch('getTenantPlan', at),
    prefetch('getUsage', at),
    prefetch('listDailyUsage', { ...at, days: DAYS }),
    prefetch('listPlans'),
    // The role of other people may not allow it.
    withMe(async (me) => me.is_operator && prefetch('listDataJobs', at)),
  ];
};

export const keysData: PageData = ({ project }) => [
  prefetch('listProjects').then((projects) => {
    const found = projects?.find(({ id }) => id === project);
    return found && prefetch('listApiKeys', { team_id: found.team_id });
  }),
];

export const brandData: PageData = ({ project: project_id }) => [
  prefetch('getBrand', { project_id }),
  prefetch('listTenants', { project_id }),
];

export const templatesData: PageData = ({ project: project_id, search }) => {
  const { tenant, view, archived } = search;
  const tenants = prefetchList('listTenants', { project_id });
  if (tenant === undefined && view === 'tenants')
    return [tenants, prefetchList('listTenants', { project_id, search: search.search })];
  if (tenant === undefined)
    return [
      tenants,
      prefetchList('listAllTemplates', {
        ...{ project_id, search: search.search },
        archived: archived as Input<'listAllTemplates'>['archived'],
      }),
    ];
  const at = { project_id, tenant };
  return [
    tenants,
    prefetchList('listTemplates', templatesQuery(at, search)),
    prefetch('getTenant', at),
    prefetch('getProjectConfig', at),
    prefetch('listTemplateTags', at),
  ];
};

export const templateData: PageData = ({ project: project_id, tenant, template: template_id, search }) => {
  const at = { project_id, tenant };
  const own = { ...at, template_id };
  const { tab = 'preview' } = search;
  const template = prefetch('getTemplate', own);
  return [
    prefetch('getTenant', at),
    prefetch('getProjectConfig', at),
    tab === 'preview' || tab === 'source'
      ? template.then(
          (loaded) => loaded && prefetchRendering({ at, of: pathKey('getTemplate', own), ...loaded }),
        )
      : template,
    ...(tab === 'history' ? [prefetchList('listSnapshots', { ...own, answer: 'compact', limit: 50 })] : []),
    ...(tab === 'comments' ? [prefetch('listComments', own)] : []),
    ...(tab === 'activity' ? [prefetchList('listTemplateActivity', own)] : []),
  ];
};

export const mediaData: PageData = ({ project: project_id, search }) => {
  const { tenant } = search;
  const tenants = prefetchList('listTenants', { project_id });
  if (tenant === undefined)
    return [tenants, prefetchList('listTenants', { project_id, search: search.search })];
  const at = { project_id, tenant };
  return [
    tenants,
    prefetchList('browseMedia', filesQuery(at, search)),
    prefetch('getTenant', at),
    prefetch('getProjectConfig', at),
  ];
};

export const agentsData: PageData = ({ project: project_id, search }) => {
  if (search.tab !== undefined && search.tab !== 'calls') return [];
  return [prefetchList('listToolCalls', { project_id, key_id: search.key })];
};

export const tokensData: PageData = () => [prefetch('listAdminTokens')];

export const instanceData: PageData = ({ search }) =>
  search.tab === undefined || search.tab === 'settings' ? [prefetch('listSettings')] : [];
