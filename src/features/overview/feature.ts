import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { listAllTemplates } from './operations/list-all-templates.ts';
import { listLogs } from './operations/list-logs.ts';
import { listProjectCounts } from './operations/list-project-counts.ts';
import { listSettings } from './operations/list-settings.ts';

/** A setting without the values of secrets. */
interface DescribedSetting {
  name: string;
  variable: string;
  description: string;
  value: unknown;
  isSecret: boolean;
  isChanged: boolean;
  source: string | null;
}

/** What people see across projects and tenants. */
export const overview = defineFeature({
  name: 'overview',
  services: (_, { describedSettings }: { describedSettings: readonly DescribedSetting[] }) => ({
    settings: describedSettings,
  }),
  routes: [
    route('GET', '/project-counts', listProjectCounts, { answer: 'items' }),
    route('GET', '/templates', listAllTemplates, { answer: 'page' }),
    route('GET', '/settings', listSettings, { answer: 'items' }),
    route('GET', '/logs', listLogs, { answer: 'items' }),
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    overview: { settings: readonly DescribedSetting[] };
  }
}
