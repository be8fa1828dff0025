import {
  isTemplateChanging,
  parseContentBytes,
  selectTemplateWithContent,
} from '../features/templates/index.ts';
import { Cache } from '../platform/cache.ts';
import { CacheBudget } from '../platform/cache-budget.ts';
import type { TenantScope } from '../platform/scope.ts';
import { publishExcept } from './channel.ts';
import { type Connections, dropSlowReaders, findChannel } from './connections.ts';
import type { WireOperation } from './editor-content.ts';
import { readOperationTargets, withLocksLifted } from './locks.ts';
import { encodeMessage } from './protocol.ts';
import { findOriginSockets } from './sender.ts';
import { lazyMessage, spellOperation } from './spelling.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { translateChange } from './wire-operations.ts';

/** Most bytes of earlier contents, which are kept from the transaction of a change until its broadcast. */
const MAX_REMEMBERED_BYTES = 16 * 1024 * 1024;

/** Larger contents, both together, are not compared, because that would block the server for too long. */
const MOST_COMPARED_BYTES = 800_000;

/**
 * Sends changes of a template to the editors that have it open, as the smallest operations that editors know. Templates
 * without open editors cost no query.
 */
export function createContentChanges(connections: Connections) {
  const { deps } = connections;
  // By template and version. The commit may delete the earlier content. The budget is its own, because an entry that is
  // evicted cannot be loaded again.
  const earlier = new Cache<Uint8Array>({ budget: new CacheBudget(MAX_REMEMBERED_BYTES) });
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isTemplateChanging(event) || scope.kind !== 'tenant') return;
    if (findChannel(connections, scope.projectId, event.payload.id) === undefined) return;
    const row = await selectTemplateWithContent(scope, db, event.payload.id);
    if (row !== undefined) earlier.set(`${row.id} ${row.version}`, row.json, row.json.byteLength);
  });

  /** The content of a template at a version; from `earlier` if the template has changed since. */
  const readContent = async (scope: TenantScope, id: string, version: number) => {
    const row = await selectTemplateWithContent(scope, deps.db.reader, id);
    return row?.version === version ? row.json : earlier.get(`${id} ${version}`);
  };

  const send = async (channel: Channel, scope: TenantScope, id: string, version: number): Promise<void> => {
    const before = earlier.get(`${id} ${version - 1}`);
    const origins = findOriginSockets(connections, channel, scope);
    if (before === undefined || origins === 'all') return;
    const after = await readContent(scope, id, version);
    if (after === undefined) return;
    const operations = findOperations(before, after);
    sendOperations(channel, operations, origins, deps.clock.now());
    dropSlowReaders(connections, channel);
  };

  return {
    /** Call it after the commit. */
    broadcast(scope: TenantScope, id: string, version: number): void {
      const channel = findChannel(connections, scope.projectId, id);
      if (channel === undefined) return;
      send(channel, scope, id, version).catch((error) =>
        deps.log.error({ err: error, template_id: id }, 'a change could not be sent to open editors'),
      );
    },
  };
}

function findOperations(before: Uint8Array, after: Uint8Array): WireOperation[] {
  const content = parseContentBytes(after);
  const isLarge = before.byteLength + after.byteLength > MOST_COMPARED_BYTES;
  const operations = isLarge ? undefined : translateChange(parseContentBytes(before), content);
  return operations ?? [{ operation: 'set_content', data: { content } }];
}

function sendOperations(
  channel: Channel,
  operations: readonly WireOperation[],
  origins: ReadonlySet<RealtimeSocket>,
  timestamp: number,
): void {
  for (const change of operations) {
    const message = lazyMessage((spelling) =>
      encodeMessage('mcp-operation', spellOperation(spelling, { ...change, timestamp }), channel.name),
    );
    const targets = readOperationTargets(change);
    const isLeft = (blockId: string): boolean =>
      change.operation !== 'delete_block' || blockId !== change.data.block_id;
    withLocksLifted(channel, targets, () => publishExcept(channel, message, origins), undefined, isLeft);
  }
}
