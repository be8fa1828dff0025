import type { Deps } from '../../platform/deps.ts';
import type { PlanFeature } from '../../platform/limits/plan.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { insertEntry, type TrashEntry, updateEntry } from './queries.ts';
import type { RestoreChange, TrashKindName } from './schema.ts';

/** The result of one transaction. */
export interface TrashStep {
  /** False: further transactions are needed. */
  isDone: boolean;
  /** Number of rows that were deleted for good; absent: 1. */
  things?: number;
  /** Called after the commit. */
  afterCommit?(): Promise<void> | void;
}

export interface RestoreStep extends TrashStep {
  /** The new name, if it had to be changed. */
  name?: string;
  changes?: RestoreChange[];
}

/** How things of a kind are restored and deleted for good. Called inside transactions; both record the activity. */
export interface TrashKind {
  /** The plan's feature that restoring needs. */
  feature?: PlanFeature;
  /** Restoring is done in a person's name: over REST the person has to be signed. */
  isSigned?: true;
  restore(context: TenantContext, db: Connection, entry: TrashEntry): Promise<RestoreStep>;
  purge(context: TenantContext, db: Connection, entry: TrashEntry): Promise<TrashStep>;
}

/** Registers a kind of things. For features above this one. */
export function addTrashKind(deps: Deps, name: TrashKindName, kind: TrashKind): void {
  deps.services.trash.kinds.set(name, kind);
}

export function kindOf({ services }: Deps, { kind }: Pick<TrashEntry, 'kind'>): TrashKind {
  const found = services.trash.kinds.get(kind as TrashKindName);
  if (found === undefined) throw new Error(`the trash has an entry of the unknown kind ${kind}`);
  return found;
}

/** Whether deleted things are kept in the trash. */
export const isTrashKept = ({ services }: Deps): boolean => services.trash.retentionMs > 0;

/** A deleted thing. Its bytes include everything that is deleted with it. */
interface DeletedThing {
  id: string;
  kind: TrashKindName;
  name: string | null;
  templateId?: string;
  folderName?: string | null | undefined;
  items?: number;
  bytes: number;
  /** Bytes that count towards the tenant's storage. */
  storageBytes?: number;
  /** `deleting`: further things are deleted with it in other transactions. */
  state?: 'deleting' | null;
}

/** Bytes of a tenant that count towards no limit, after which the next sweep does not wait for its time. */
const MOST_UNSWEPT_BYTES = 64 * 1024 * 1024;

function recordGrowth({ services }: Deps, tenantId: number, bytes: number): void {
  const { grownTenants, sweeping } = services.trash;
  const grown = (grownTenants.get(tenantId) ?? 0) + bytes;
  grownTenants.set(tenantId, grown);
  if (grown > MOST_UNSWEPT_BYTES) sweeping?.runSoon();
}

/** Adds a thing to the trash of the scope's tenant, in the transaction that hides it. */
export async function putInTrash(
  { deps, scope }: TenantContext,
  db: Connection,
  { templateId, folderName, items = 0, storageBytes = 0, state = null, ...thing }: DeletedThing,
): Promise<void> {
  const { actor, tenant } = scope;
  recordGrowth(deps, tenant.id, thing.bytes - storageBytes);
  await insertEntry(db, {
    ...thing,
    tenantId: tenant.id,
    templateId: templateId ?? null,
    folderName: folderName ?? null,
    items,
    storageBytes,
    state,
    deletedAt: deps.clock.now(),
    deletedByKind: actor.kind,
    deletedBy: actor.id,
    deletedByName: actor.name,
  });
}

/** Adds things that are deleted with an entry of state `deleting`. `isLast` ends that state. */
export async function addToEntry(
  { scope }: TenantContext,
  db: Connection,
  id: string,
  added: { items: number; bytes: number; storageBytes: number; isLast: boolean },
): Promise<void> {
  await updateEntry(scope, db, id, { ...added, state: added.isLast ? null : 'deleting' });
}
