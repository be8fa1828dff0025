import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { ApiError } from './data/api.ts';
import { type Prefetched, prefetch, queryClient } from './data/queries.ts';
import { sessionQuery } from './data/session.ts';
import { signInRequests } from './data/sign-in-request.ts';
import * as data from './page-data.ts';
import { Root, Shell } from './ui/layout.tsx';

const root = createRootRoute({
  component: Root,
  // Not validated: each page reads only the filters that it has.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
});

/** Redirects people who have not signed in to the sign-in page. It leads back to `next`. */
async function requireSignIn({ location }: { location: { publicHref: string } }): Promise<void> {
  try {
    await queryClient.ensureQueryData(sessionQuery);
    signInRequests.wasSignedIn = true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: '/sign-in', search: { next: location.publicHref } });
  }
}

/** The layout of pages that need a sign-in, with the navigation. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  // Not in `beforeLoad`: the code and the data of the page would only be requested after it.
  loader: async (context) => {
    const shown = waitBriefly([prefetch('listProjects'), prefetch('getMe')]);
    await requireSignIn(context);
    await shown;
  },
});

/** A page that needs a sign-in and has no navigation. */
const connectAgent = createRoute({
  getParentRoute: () => root,
  path: '/connect-agent',
  component: lazyRouteComponent(() => import('./pages/connect-agent/page.tsx'), 'Page'),
  beforeLoad: requireSignIn,
});

/** Pages show skeletons while they wait longer than this. */
const BRIEF_MS = 150;

/** Waits for answers that come soon, so that the page is drawn once, with its data. */
const waitBriefly = (answers: readonly Prefetched[]): Promise<unknown> =>
  Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, BRIEF_MS))]);

type LoadPage = () => Promise<{ Page: FunctionComponent }>;

/**
 * A page with the navigation. Its code is loaded when it is opened, and its first requests (`page-data.ts`) are sent at the
 * same time. The file exports the component `Page`.
 */
const page = <Path extends string>(
  path: Path,
  load: LoadPage,
  askFor: (location: data.PageLocation) => Prefetched[] = () => [],
) =>
  createRoute({
    getParentRoute: () => shell,
    path,
    component: lazyRouteComponent(load, 'Page'),
    loader: ({ params, location }) => {
      const names = { project: '', tenant: '', template: '', ...(params as object) };
      return waitBriefly(askFor({ ...names, search: location.search as data.PageLocation['search'] }));
    },
  });

/** A page without sign-in and navigation. */
const openPage = <Path extends string>(path: Path, load: LoadPage) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') });

export const routeTree = root.addChildren([
  openPage('/sign-in', () => import('./pages/sign-in/page.tsx')),
  openPage('/link', () => import('./pages/link/page.tsx')),
  connectAgent,
  shell.addChildren([
    page('/', () => import('./pages/home/page.tsx'), data.homeData),
    page('/account', () => import('./pages/account/page.tsx'), data.accountData),

    page('/team', () => import('./pages/team/page.tsx'), data.teamData),
    page('/admin-tokens', () => import('./pages/tokens/page.tsx'), data.tokensData),

    // Projects, tenants, keys
    page('/projects', () => import('./pages/projects/page.tsx'), data.projectsData),
    page('/projects/$project', () => import('./pages/project/page.tsx'), data.projectData),
    page('/projects/$project/tenants', () => import('./pages/tenants/page.tsx'), data.tenantsData),
    page('/projects/$project/tenants/$tenant', () => import('./pages/tenant/page.tsx'), data.tenantData),
    page('/projects/$project/brand', () => import('./pages/brand/page.tsx'), data.brandData),
    page('/projects/$project/keys', () => import('./pages/keys/page.tsx'), data.keysData),
    page('/projects/$project/connect', () => import('./pages/connect/page.tsx')),

    // Templates, media
    page('/projects/$project/templates', () => import('./pages/templates/page.tsx'), data.templatesData),
    page(
      '/projects/$project/tenants/$tenant/templates/$template',
      () => import('./pages/template/page.tsx'),
      data.templateData,
    ),
    page('/projects/$project/media', () => import('./pages/media/page.tsx'), data.mediaData),

    // Agents, activity, instance
    page('/projects/$project/agents', () => import('./pages/agents/page.tsx'), data.agentsData),
    page('/activity', () => import('./pages/activity/page.tsx'), data.activityData),
    page('/instance', () => import('./pages/instance/page.tsx'), data.instanceData),
  ]),
]);
