import {
  isTemplateChanging,
  parseContentBytes,
  selectTemplateWithContent,
} from '../features/templates/index.ts';
import { Cache } from '../platform/cache.ts';
import type { TenantScope } from '../platform/scope.ts';
import { publishExcept } from './channel.ts';
import { type Connections, dropSlowReaders, findChannel } from './connections.ts';
import type { WireOperation } from './editor-content.ts';
import { readOperationTargets, withLocksLifted } from './locks.ts';
import { encodeMessage } from './protocol.ts';
import { findOriginSockets } from './sender.ts';
import type { Channel, RealtimeSocket } from './state.ts';
import { translateChange } from './wire-operations.ts';

/** Bytes of earlier contents kept from the middle of a change to its end, with room for many changes at once. */
const MAX_REMEMBERED_BYTES = 16 * 1024 * 1024;

/** Bytes of both contents up to which finding out what changed holds up the server for milliseconds only. */
const MOST_COMPARED_BYTES = 800_000;

/**
 * Sends what changed in a template to those who have it open, as the smallest operations their editors know. Nothing
 * is read of a template that no editor has open.
 */
export function createContentChanges(connections: Connections) {
  const { deps } = connections;
  // By template and version. What is replaced can be gone when the change is committed.
  const earlier = new Cache<Uint8Array>({ maxBytes: MAX_REMEMBERED_BYTES });
  deps.events.onTransaction(async (event, scope, db) => {
    if (!isTemplateChanging(event) || scope.kind !== 'tenant') return;
    if (findChannel(connections, scope.projectId, event.payload.id) === undefined) return;
    const row = await selectTemplateWithContent(scope, db, event.payload.id);
    if (row !== undefined) earlier.set(`${row.id} ${row.version}`, row.json, row.json.byteLength);
  });

  /** The content a template had at a version; of one that others have changed since, it is remembered. */
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
    const message = encodeMessage('mcp-operation', { ...change, timestamp }, channel.name);
    const targets = readOperationTargets(change);
    const isLeft = (blockId: string): boolean =>
      change.operation !== 'delete_block' || blockId !== change.data.block_id;
    withLocksLifted(channel, targets, () => publishExcept(channel, message, origins), undefined, isLeft);
  }
}
