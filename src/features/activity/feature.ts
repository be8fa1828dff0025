import { defineFeature } from '../../platform/feature.ts';
import { scheduleSweeps } from '../../platform/sweeps.ts';
import { listAllActivity } from './operations/list-all-activity.ts';
import { recordActivity } from './record-activity.ts';
import { activityRoutes } from './routes.ts';
import { sweepActivity } from './sweep-activity.ts';

export const activity = defineFeature({
  name: 'activity',
  services: () => ({ grownTenants: new Set<number>() }),
  listeners: recordActivity,
  background: (deps, { audit_days }: { audit_days: number }) =>
    scheduleSweeps(deps.log, 'activities', (isStopped) => {
      const { grownTenants } = deps.services.activity;
      const tenants = [...grownTenants];
      grownTenants.clear();
      return sweepActivity(deps, { retentionDays: audit_days, tenants, isStopped });
    }),
  routes: activityRoutes,
  commands: [listAllActivity],
});

declare module '../../platform/deps.ts' {
  interface Services {
    activity: {
      /** Tenants that have got rows since the last sweep: only they can have too many. */
      grownTenants: Set<number>;
    };
  }
}
