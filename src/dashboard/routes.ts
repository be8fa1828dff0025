import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { ApiError } from './data/api.ts';
import { queryClient } from './data/queries.ts';
import { sessionQuery } from './data/session.ts';
import { Root, Shell } from './ui/layout.tsx';

const root = createRootRoute({
  component: Root,
  // Each page reads the filters it knows.
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string | undefined>,
});

/** Sends people who have not signed in to the sign-in page, and back. */
async function requireSignIn({ location }: { location: { publicHref: string } }): Promise<void> {
  try {
    await queryClient.ensureQueryData(sessionQuery);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: '/sign-in', search: { next: location.publicHref } });
  }
}

/** Everything that needs a sign-in: it has the navigation around it. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: requireSignIn,
});

/** A page that needs a sign-in and has no navigation. */
const connectAgent = createRoute({
  getParentRoute: () => root,
  path: '/connect-agent',
  component: lazyRouteComponent(() => import('./pages/connect-agent/page.tsx'), 'Page'),
  beforeLoad: requireSignIn,
});

type LoadPage = () => Promise<{ Page: FunctionComponent }>;

/** A page with the navigation; its code is loaded when it is opened. The file exports the component `Page`. */
const page = <Path extends string>(path: Path, load: LoadPage) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load, 'Page') });

/** A page without sign-in and navigation. */
const openPage = <Path extends string>(path: Path, load: LoadPage) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, 'Page') });

export const routeTree = root.addChildren([
  openPage('/sign-in', () => import('./pages/sign-in/page.tsx')),
  openPage('/link', () => import('./pages/link/page.tsx')),
  connectAgent,
  shell.addChildren([
    page('/', () => import('./pages/home/page.tsx')),
    page('/account', () => import('./pages/account/page.tsx')),

    page('/team', () => import('./pages/team/page.tsx')),
    page('/admin-tokens', () => import('./pages/tokens/page.tsx')),

    // Projects, tenants, keys
    page('/projects', () => import('./pages/projects/page.tsx')),
    page('/projects/$project', () => import('./pages/project/page.tsx')),
    page('/projects/$project/tenants', () => import('./pages/tenants/page.tsx')),
    page('/projects/$project/tenants/$tenant', () => import('./pages/tenant/page.tsx')),
    page('/projects/$project/brand', () => import('./pages/brand/page.tsx')),
    page('/projects/$project/keys', () => import('./pages/keys/page.tsx')),
    page('/projects/$project/connect', () => import('./pages/connect/page.tsx')),

    // Templates, media
    page('/projects/$project/templates', () => import('./pages/templates/page.tsx')),
    page('/projects/$project/tenants/$tenant/templates/$template', () => import('./pages/template/page.tsx')),
    page('/projects/$project/media', () => import('./pages/media/page.tsx')),

    // Agents, activity, instance
    page('/projects/$project/agents', () => import('./pages/agents/page.tsx')),
    page('/activity', () => import('./pages/activity/page.tsx')),
    page('/instance', () => import('./pages/instance/page.tsx')),
  ]),
]);
