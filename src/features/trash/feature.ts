import { route } from '../../http/route.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { defineFeature } from '../../platform/feature.ts';
import { PeriodicTask } from '../../platform/tasks/periodic-task.ts';
import type { TrashKind } from './kinds.ts';
import {
  deleteTenantTrash,
  emptyTenantTrash,
  listTenantTrash,
  restoreTenantTrash,
} from './operations/tenant-trash.ts';
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from './operations/trash.ts';
import type { TrashKindName } from './schema.ts';
import { sweepTrash } from './sweep.ts';
import { trashTools } from './tools.ts';

/** Longer than commands of the command line run, so that they do not sweep. */
const FIRST_SWEEP_MS = 10_000;

export const trash = defineFeature({
  name: 'trash',
  services: (_deps, { trash_days }: { trash_days: number }) => ({
    kinds: new Map(),
    retentionMs: trash_days * DAY_MS,
    grownTenants: new Map<number, number>(),
    sweeping: undefined,
  }),
  background(deps) {
    // Runs on each server, because each has its own list of grown tenants.
    const sweeping = new PeriodicTask((isStopped) => sweepTrash(deps, { isStopped }).then(() => {}), {
      what: 'emptying the trash',
      firstAfterMs: FIRST_SWEEP_MS,
      intervalMs: HOUR_MS,
      log: deps.log,
    });
    deps.services.trash.sweeping = sweeping;
    return () => sweeping.stop();
  },
  routes: [
    route('GET', '/trash', listTrash, { answer: 'page' }),
    route('POST', '/trash/empty', emptyTrash),
    route('POST', '/trash/:trash_id/restore', restoreFromTrash),
    route('DELETE', '/trash/:trash_id', deleteFromTrash, { answer: 'nothing' }),
  ],
  tools: trashTools,
  commands: [listTenantTrash, restoreTenantTrash, deleteTenantTrash, emptyTenantTrash],
});

declare module '../../platform/deps.ts' {
  interface Services {
    trash: {
      /** Higher features add theirs, see `addTrashKind`. */
      kinds: Map<TrashKindName, TrashKind>;
      /** How long deleted things can be restored; 0: they are deleted for good at once. */
      retentionMs: number;
      /** Tenants with new entries since the last sweep → bytes of these entries that count towards no limit. */
      grownTenants: Map<number, number>;
      /** Undefined where no background work runs. */
      sweeping: PeriodicTask | undefined;
    };
  }
}
