import { route } from '../../http/route.ts';
import { tool } from '../../mcp/tool.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { defineFeature } from '../../platform/feature.ts';
import { runPeriodically, scheduleSweeps } from '../../platform/tasks/periodic-task.ts';
import { DailyUsage, recordStorage, sweepDailyUsage } from './daily-usage.ts';
import { getBrand, setBrand } from './operations/brand.ts';
import { listDailyUsage } from './operations/daily-usage.ts';
import {
  deleteTenant,
  listDeletedTenants,
  restoreTenant,
  sweepDeletedTenants,
} from './operations/deleted-tenants.ts';
import { getProjectConfig } from './operations/get-project-config.ts';
import { moveTenant } from './operations/move-tenant.ts';
import { addProjectOrigin, listProjectOrigins, removeProjectOrigin } from './operations/origins.ts';
import {
  createProject,
  listPlans,
  listProjects,
  renameProject,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
  suspendProject,
} from './operations/projects.ts';
import { createTeam, listTeams, renameTeam } from './operations/teams.ts';
import {
  createTenant,
  getTenant,
  getTenantPlan,
  listTenants,
  setTenantPlan,
  updateTenant,
} from './operations/tenants.ts';
import { getTenantUsage, getUsage } from './operations/usage.ts';
import { OriginDirectory } from './origin-directory.ts';
import { requireKnownPlans } from './plans.ts';
import { refuseEndedAccess } from './tenant.ts';
import { softLimitOf } from './usage.ts';
import { UsageCounter } from './usage-counter.ts';
import { selectTenantUsage } from './usage-queries.ts';

const projectRoutes = [
  route('GET', '/config', getProjectConfig, { requestAddress: true }),
  route('GET', '/usage', getUsage),
  route('GET', '/tenants', listTenants, { answer: 'page' }),
  route('POST', '/tenants', createTenant, { status: 201 }),
  route('GET', '/tenants/:tenant', getTenant),
  route('PATCH', '/tenants/:tenant', updateTenant),
  route('DELETE', '/tenants/:tenant', deleteTenant),
  route('GET', '/deleted-tenants', listDeletedTenants, { answer: 'page' }),
  route('POST', '/deleted-tenants/:tenant/restore', restoreTenant),
  route('GET', '/tenants/:tenant/plan', getTenantPlan),
  route('PUT', '/tenants/:tenant/plan', setTenantPlan),
  route('GET', '/daily-usage', listDailyUsage, { answer: 'items' }),
  route('GET', '/teams', listTeams, { answer: 'items' }),
  route('POST', '/teams', createTeam, { status: 201 }),
  route('PATCH', '/teams/:team_id', renameTeam),
  route('GET', '/projects', listProjects, { answer: 'items' }),
  route('POST', '/projects', createProject, { status: 201 }),
  route('PATCH', '/projects/:project', renameProject),
  route('GET', '/plans', listPlans, { answer: 'items' }),
  route('PUT', '/projects/:project/plan', setProjectPlan),
  route('PUT', '/projects/:project/suspension', suspendProject),
  route('POST', '/projects/:project/rotate-secret', rotateClientSecret),
  route('POST', '/projects/:project/rotate-signing-key', rotateSigningKey),
  route('GET', '/projects/:project/brand', getBrand),
  route('PUT', '/projects/:project/brand', setBrand),
  route('GET', '/projects/:project/origins', listProjectOrigins),
  route('POST', '/projects/:project/origins', addProjectOrigin),
  route('DELETE', '/projects/:project/origins', removeProjectOrigin),
  route('POST', '/projects/:project/tenants/:tenant/move', moveTenant),
];

const projectTools = [
  tool('get-project-config', getProjectConfig, {
    title: 'Get the project’s configuration',
    description:
      'Returns plan, features, limits, brand (colors, font, logo, tone of voice, footer: design by it), media settings and storage use. Call it first; tools whose feature is false will refuse.',
    effect: 'read',
  }),
];

function createUsage(deps: Deps) {
  const dailyUsage = new DailyUsage(deps);
  const usage = new UsageCounter(deps, dailyUsage);
  const close = () => Promise.all([usage.close(), dailyUsage.close()]);
  return { usage, dailyUsage, close };
}

/** Events after which a tenant has more templates or stores more bytes. */
const GROWTH = ['template.created', 'media.uploaded', 'media.imported', 'media.replaced', 'snapshot.created'];

/** Announces soft limits of templates and storage. `UsageCounter` announces those of months. */
function watchSoftLimits(deps: Deps): void {
  const { usage } = deps.services.projects;
  deps.events.subscribe(({ type }, scope) => {
    if (!GROWTH.includes(type) || scope.kind !== 'tenant') return;
    const watched = (['templates', 'storage_bytes'] as const).filter(
      (what) => softLimitOf(scope.plan, what) !== null,
    );
    if (watched.length === 0) return;
    selectTenantUsage(scope, deps.db.reader)
      .then(({ templateCount, storedBytes }) => {
        const used = { templates: templateCount, storage_bytes: storedBytes };
        for (const what of watched) usage.announce(scope, what, used[what]);
      })
      .catch((error) => deps.log.error({ err: error }, 'the usage of a tenant could not be read'));
  });
}

/** Loads the origins again when another server has changed them. */
function reloadOrigins({ bus, db, log, services }: Deps): void {
  const reload = () => {
    services.projects.origins
      .load(db.reader)
      .catch((error) => log.error({ err: error }, 'the origins of projects could not be read'));
  };
  bus.subscribe('project.origins_changed', reload);
  bus.onGap(reload);
}

const RELOAD_INTERVAL_MS = 60_000;

/** Late enough that it does not slow down the start. */
const FIRST_NOTE_DELAY_MS = 15_000;

export const projects = defineFeature({
  name: 'projects',
  services: (deps, { tenant_trash_days }: { tenant_trash_days: number }) => ({
    origins: new OriginDirectory(deps.events),
    tenantTrashDays: tenant_trash_days,
    ...createUsage(deps),
  }),
  listeners(deps) {
    refuseEndedAccess(deps);
    watchSoftLimits(deps);
    reloadOrigins(deps);
  },
  async prepare(deps) {
    await requireKnownPlans(deps);
    await deps.services.projects.origins.load(deps.db.reader);
  },
  background(deps) {
    const { db, log, services } = deps;
    // Another server may have changed origins, and its message may be lost.
    const stopReloading = runPeriodically(() => services.projects.origins.load(db.reader), {
      what: 'reloading the origins of projects',
      firstAfterMs: RELOAD_INTERVAL_MS,
      intervalMs: RELOAD_INTERVAL_MS,
      log,
    });
    const stopSweeping = scheduleSweeps(deps, 'deleted tenants', (isStopped) =>
      sweepDeletedTenants(deps, isStopped),
    );
    const stopNoting = runPeriodically((isStopped) => recordStorage(deps, isStopped), {
      what: 'noting what is stored today',
      firstAfterMs: FIRST_NOTE_DELAY_MS,
      intervalMs: HOUR_MS,
      log,
      leader: deps.leader,
    });
    const stopForgetting = scheduleSweeps(deps, 'days of usage', (isStopped) =>
      sweepDailyUsage(deps, isStopped),
    );
    return () => Promise.all([stopReloading(), stopSweeping(), stopNoting(), stopForgetting()]);
  },
  routes: projectRoutes,
  tools: projectTools,
  commands: [
    createTeam,
    listTeams,
    createProject,
    listProjects,
    renameProject,
    rotateClientSecret,
    rotateSigningKey,
    setProjectPlan,
    suspendProject,
    getBrand,
    setBrand,
    listProjectOrigins,
    addProjectOrigin,
    removeProjectOrigin,
    listTenants,
    getTenantPlan,
    setTenantPlan,
    getTenantUsage,
    getTenant,
    createTenant,
    updateTenant,
    deleteTenant,
    listDeletedTenants,
    restoreTenant,
    moveTenant,
  ],
});

declare module '../../platform/deps.ts' {
  interface Services {
    projects: {
      origins: OriginDirectory;
      /** How long deleted tenants can be restored. */
      tenantTrashDays: number;
      usage: UsageCounter;
      dailyUsage: DailyUsage;
      close(): Promise<unknown>;
    };
  }
}
