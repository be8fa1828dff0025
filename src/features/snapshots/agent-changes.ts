import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { deleteInBatches } from '../../platform/tasks/periodic-task.ts';
import {
  type Attributes,
  attributesOf,
  authorOf,
  isSameAttribute,
  isTemplateChanged,
} from '../templates/index.ts';
import {
  type AgentChangeRow,
  deleteChangesBefore,
  deleteChangesBeyond,
  insertAgentChange,
  selectAgentChanges,
} from './undo-queries.ts';

const KEPT_MS = 30 * DAY_MS;

/** Most changes per template. The history has at most as many states. */
const MAX_CHANGES = 500;

/** Changes of a template between two removals of the oldest ones. */
const REMOVAL_INTERVAL = 25;

/** Changes of one agent on one template form a session until it pauses for longer than this. */
const PAUSE_MS = 30 * MINUTE_MS;

/** Changed attributes, each with the values before and after. */
export type AttributeChanges = { [Name in keyof Attributes]?: [Attributes[Name], Attributes[Name]] };

/** Records each change of a template by an agent, in the transaction of the change, so that it can be undone. */
export function recordAgentChanges(deps: Deps): void {
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isTemplateChanged(event) || scope.kind !== 'tenant' || scope.actor.kind !== 'agent') return;
    const { before, after } = event.payload;
    await insertAgentChange(db, {
      tenantId: scope.tenant.id,
      templateId: after.id,
      version: after.version,
      at: deps.clock.now(),
      agentId: scope.actor.id,
      agentName: authorOf(scope).contentByName ?? '',
      isContent: after.contentId !== before.contentId,
      attributes: compareAttributes(attributesOf(before), attributesOf(after)),
    });
    if (after.version % REMOVAL_INTERVAL === 0) await deleteChangesBeyond(scope, db, after.id, MAX_CHANGES);
  });
}

function compareAttributes(before: Attributes, after: Attributes): string | null {
  const names = Object.keys(after) as (keyof Attributes)[];
  const changed = names.filter((name) => !isSameAttribute(before[name], after[name]));
  if (changed.length === 0) return null;
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]])));
}

/** A change of a template by an agent. `spell`: the version at which its session began. */
export type AgentChange = AgentChangeRow & { spell: number };

/** The changes of a template that can be undone, oldest first. An agent can undo only its own. */
export async function readAgentChanges(
  { deps, scope }: TenantContext,
  db: Connection,
  templateId: string,
): Promise<AgentChange[]> {
  const agentId = scope.actor.kind === 'agent' ? scope.actor.id : undefined;
  const since = deps.clock.now() - KEPT_MS;
  const last = new Map<string, AgentChange>();
  return (await selectAgentChanges(scope, db, templateId, { since, agentId })).map((row) => {
    const previous = last.get(row.agentId);
    const isContinued = previous !== undefined && row.at - previous.at <= PAUSE_MS;
    const change = { ...row, spell: isContinued ? previous.spell : row.version };
    last.set(row.agentId, change);
    return change;
  });
}

/** Deletes changes that are too old to be undone. Returns their number. */
export async function sweepAgentChanges(
  { db, clock }: Deps,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const oldest = clock.now() - KEPT_MS;
  return deleteInBatches(
    db,
    (connection, atMost) => deleteChangesBefore(connection, oldest, atMost),
    isStopped,
  );
}
