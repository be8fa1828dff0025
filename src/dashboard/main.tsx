import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DASHBOARD_PATH, SERVER_PATH } from './addresses.ts';
import { queryClient } from './data/queries.ts';
import { reloadAfterChanges } from './reload.ts';
import { router } from './router.ts';

/** Set when the dashboard is built. */
declare const RELOADS: boolean;

// The server also serves the dashboard at `/`, where the router has no pages.
if (location.pathname === SERVER_PATH)
  history.replaceState(null, '', DASHBOARD_PATH + location.search + location.hash);

if (RELOADS) reloadAfterChanges();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {/* The policy of the page allows no style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
