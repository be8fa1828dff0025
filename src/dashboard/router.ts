import { createRouter } from '@tanstack/react-router';
import { DASHBOARD_PATH } from './place.ts';
import { routeTree } from './routes.ts';
import { ErrorPage, NotFoundPage } from './ui/error-page.tsx';
import { PendingPage } from './ui/pending-page.tsx';

export const router = createRouter({
  routeTree,
  basepath: DASHBOARD_PATH,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 200,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
