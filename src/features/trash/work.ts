import { stopwatch } from '../../platform/clock.ts';
import { featureUnavailable } from '../../platform/errors.ts';
import { adminAction } from '../../platform/events.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { entryNotFound } from './errors.ts';
import { kindOf, type RestoreStep, type TrashStep } from './kinds.ts';
import { deleteEntry, selectEntry, type TrashEntry, updateEntry } from './queries.ts';
import type { RestoreChange } from './schema.ts';

/** Lock of an entry while it is put into the trash, restored or purged in several transactions. */
export const trashLock = (id: string): string => `trash ${id}`;

export interface Restored {
  entry: TrashEntry;
  name: string | null;
  changes: RestoreChange[];
}

/**
 * Restores a thing, a large folder in several transactions. `isResumed`: completes an interrupted restoration, or
 * undoes an interrupted deletion. Throws `not_found`, and the errors of the kind.
 */
export async function restoreEntry(context: TenantContext, id: string, isResumed = false): Promise<Restored> {
  const { deps, scope } = context;
  return deps.locks.withLock([trashLock(id)], async () => {
    let isStarted = isResumed;
    let changes: RestoreChange[] = [];
    let name: string | undefined;
    for (;;) {
      const { entry, step } = await deps.db.transaction(
        (db) => restoreSome(context, db, id, isStarted),
        ownerOf(scope),
      );
      isStarted = true;
      changes = [...new Set([...changes, ...(step.changes ?? [])])];
      name = step.name ?? name;
      await step.afterCommit?.();
      if (step.isDone) return { entry, name: name ?? entry.name, changes };
    }
  });
}

async function restoreSome(
  context: TenantContext,
  db: Connection,
  id: string,
  isStarted: boolean,
): Promise<{ entry: TrashEntry; step: RestoreStep }> {
  const { deps, scope } = context;
  const entry = await selectEntry(scope, db, id);
  if (entry === undefined || !isRestorable(entry, isStarted)) throw entryNotFound();
  const kind = kindOf(deps, entry);
  if (kind.feature !== undefined && !scope.plan.features[kind.feature] && !isStarted)
    throw featureUnavailable(kind.feature);
  const step = await kind.restore(context, db, entry);
  if (!step.isDone) await setState(scope, db, id, 'restoring');
  else {
    await recordAction(context, db, 'trash.restored', `${entry.kind} ${id}`);
    await deleteEntry(scope, db, id);
  }
  return { entry, step };
}

/**
 * Whether a restoration is still needed. Work that ended during the wait for its lock is not resumed: a completed
 * deletion must not be undone.
 */
const isRestorable = ({ state }: TrashEntry, isStarted: boolean): boolean =>
  isStarted ? state === 'deleting' || state === 'restoring' : state === null;

/** Milliseconds after which a transaction ends, because other writers wait for it. */
const LONGEST_TRANSACTION_MS = 20;

interface PurgeOptions {
  /** Number of things after which it stops; the next sweep continues. Left out: it stops after the last entry. */
  most?: number;
  /** Called for an entry that cannot be purged, so that the others are. Left out: the error is thrown. */
  onFailure?: (id: string, error: unknown) => Promise<void>;
}

interface Purged {
  /** Number of purged entries. */
  entries: number;
  /** Number of deleted things, including the contents of folders. */
  things: number;
}

/** Deletes entries for good that are in the trash, or about to be purged. */
export async function purgeEntries(
  context: TenantContext,
  ids: readonly string[],
  { most = Number.POSITIVE_INFINITY, onFailure }: PurgeOptions = {},
): Promise<Purged> {
  const { deps, scope } = context;
  return deps.locks.withLock(ids.map(trashLock), async () => {
    const purged = { entries: 0, things: 0 };
    let rest = ids;
    // After a failure, each entry gets its own transaction.
    let atOnce = ids.length;
    while (rest.length > 0 && purged.things < most) {
      const some = rest.slice(0, atOnce);
      try {
        const done = await deps.db.transaction((db) => purgeSome(context, db, some), ownerOf(scope));
        for (const step of done.steps) await step.afterCommit?.();
        purged.entries += done.steps.filter(({ isDone }) => isDone).length;
        purged.things += done.steps.reduce((sum, { things = 1 }) => sum + things, 0);
        rest = rest.slice(some.length - done.rest.length);
      } catch (error) {
        const [id] = some;
        if (onFailure === undefined || id === undefined) throw error;
        if (some.length === 1) {
          await onFailure(id, error);
          rest = rest.slice(1);
        }
        atOnce = 1;
      }
    }
    return purged;
  });
}

async function purgeSome(
  context: TenantContext,
  db: Connection,
  ids: readonly string[],
): Promise<{ steps: TrashStep[]; rest: readonly string[] }> {
  const { deps, scope } = context;
  const elapsed = stopwatch();
  const steps: TrashStep[] = [];
  for (const [index, id] of ids.entries()) {
    if (index > 0 && elapsed() > LONGEST_TRANSACTION_MS) return { steps, rest: ids.slice(index) };
    const entry = await selectEntry(scope, db, id);
    if (entry === undefined || (entry.state !== null && entry.state !== 'purging')) continue;
    const step = await kindOf(deps, entry).purge(context, db, entry);
    steps.push(step);
    if (!step.isDone) {
      await setState(scope, db, id, 'purging');
      return { steps, rest: ids.slice(index) };
    }
    await deleteEntry(scope, db, id);
  }
  return { steps, rest: [] };
}

export async function setState(
  scope: TenantScope,
  db: Connection,
  id: string,
  state: 'restoring' | 'purging',
): Promise<void> {
  await updateEntry(scope, db, id, { items: 0, bytes: 0, storageBytes: 0, state });
}

/** Records an operator's change in the audit. */
export async function recordAction(
  { deps, scope }: TenantContext,
  db: Connection,
  action: string,
  subject: string,
): Promise<void> {
  if (scope.actor.kind !== 'admin') return;
  const { projectId, tenant } = scope;
  await deps.events.emitInTransaction(
    adminAction({ action, projectId, tenant: tenant.slug, subject }),
    scope,
    db,
  );
}
