import { route } from '../../http/route.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { listActivity, listTemplateActivity } from './operations/list-activity.ts';
import { listAllActivity } from './operations/list-all-activity.ts';
import { recordActivity, sweepActivity } from './record-activity.ts';

const activityRoutes = [
  route('GET', '/activity', listActivity, { answer: 'page' }),
  route('GET', '/templates/:template_id/activity', listTemplateActivity, { answer: 'page' }),
  route('GET', '/activity', listAllActivity, { answer: 'page' }),
];

export const activity = defineFeature({
  name: 'activity',
  services: () => ({ grownTenants: new Set<number>() }),
  listeners: recordActivity,
  background: (deps, { audit_days, activity_days }: { audit_days: number; activity_days: number }) =>
    // On each server, because each has noted other tenants as grown.
    scheduleSweeps({ log: deps.log }, 'activities', (isStopped) => {
      const { grownTenants } = deps.services.activity;
      const tenants = [...grownTenants];
      grownTenants.clear();
      return sweepActivity(deps, {
        retentionDays: activity_days === 0 ? audit_days : activity_days,
        tenants,
        isStopped,
      });
    }),
  routes: activityRoutes,
  commands: [listAllActivity],
});

declare module '../../platform/deps.ts' {
  interface Services {
    activity: {
      /** Tenants with new rows since the last sweep; only they can have too many. */
      grownTenants: Set<number>;
    };
  }
}
