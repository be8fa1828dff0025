import { createRouter } from '@tanstack/react-router';
import { DASHBOARD_PATH } from './addresses.ts';
import { routeTree } from './routes.ts';
import { ErrorPage, NotFoundPage } from './ui/error-page.tsx';
import { PendingPage } from './ui/pending-page.tsx';

export const router = createRouter({
  routeTree,
  basepath: DASHBOARD_PATH,
  // Filters are plain texts, so that addresses can be read and written by hand.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
});

function stringifySearch(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? '' : `?${search}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
