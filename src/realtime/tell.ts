import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { TabState } from '../features/templates/index.ts';
import { type Fields, isFields, parseContent } from '../mail/model/index.ts';
import { createId } from '../platform/ids.ts';
import type { Channel } from './channel.ts';
import type { Membership } from './connection.ts';
import { type ClientOperation, toEditorContent } from './room/editor-content.ts';
import { PLAIN } from './room/plain-tab.ts';

/** Longer ids of blocks cannot be locked. */
const MAX_ID_LENGTH = 200;

/** Data of `client-shown`, see docs/realtime.md. */
const Shown = Type.Object({
  ...TabState.properties,
  content: Type.Object({ blocks: Type.Array(Type.Object({})), settings: Type.Object({}) }),
});

const { received: Count } = TabState.properties;
const Progress = Type.Object({ received: Count, sent: TabState.properties.sent });

/** What a tab tells of its content goes into the log of the template. Each function returns what is wrong with the data. */
export function tellShown(channel: Channel, membership: Membership, data: unknown): string | undefined {
  if (!Value.Check(Shown, data) || data.member.startsWith(PLAIN)) return describeFault(Shown, data);
  const { content, ...rest } = data;
  const parsed = parseContent(content, {
    makeId: createId,
    unknownBlockTypes: 'keep',
    unknownFields: 'keep',
    unknownShapes: 'keep',
  });
  if (!parsed.ok)
    return `The content of client-shown is not valid: ${parsed.faults[0]?.path} ${parsed.faults[0]?.message}`;
  const { connection, person } = membership;
  membership.member = data.member;
  const shown = { ...rest, user: person.id, content: toEditorContent(parsed.content) };
  const socket = channel.pageSocketOf(membership);
  membership.joined = channel.tell(membership, () => channel.live.join(connection, socket, shown));
  return undefined;
}

export function tellOperation(channel: Channel, membership: Membership, data: unknown): string | undefined {
  const { received, sent, ...op } = Object(data) as Record<string, unknown>;
  if (typeof op.operation !== 'string' || !isFields(op.data))
    return 'An operation has a name, "operation", and fields, "data".';
  // Editors would find the block no more.
  const { id, type } = Object(op.data.updates) as Fields;
  if (op.operation === 'update_block' && (id ?? type) !== undefined)
    return 'An update cannot change the id or the type of a block.';
  const { connection, member } = membership;
  if (member === undefined || membership.plain !== undefined) {
    const tab = channel.plainPageOf(membership);
    channel.tell(membership, () => tab.tell(op as ClientOperation & Fields));
    return undefined;
  }
  const progress = { received, sent };
  if (!Value.Check(Progress, progress)) return describeFault(Progress, progress);
  const operation = { op: op as ClientOperation & Fields, ...progress };
  channel.tell(membership, () => channel.live.tell({ kind: 'operation', member, connection, ...operation }));
  return undefined;
}

export function tellReceived(channel: Channel, membership: Membership, data: unknown): string | undefined {
  const { received } = Object(data) as { received?: unknown };
  if (!Value.Check(Count, received)) return '"received" is the serial of the last message that was received.';
  const { connection, member, plain } = membership;
  if (member !== undefined && plain === undefined)
    channel.tell(membership, () => channel.live.tell({ kind: 'received', member, connection, received }));
  return undefined;
}

/** A lock is the block that a user has selected. */
export function tellLock(
  channel: Channel,
  membership: Membership,
  data: unknown,
  isLocked: boolean,
): string | undefined {
  const { blockId, userId } = Object(data) as { blockId?: unknown; userId?: unknown };
  const isOwn = !isLocked || userId === membership.person.id;
  if (typeof blockId !== 'string' || blockId.length > MAX_ID_LENGTH || !isOwn)
    return 'A block is locked by its "blockId" and the own "userId".';
  const { connection, member } = membership;
  if (member === undefined || membership.plain !== undefined) {
    const tab = channel.plainPageOf(membership);
    channel.tell(membership, () => tab.select(blockId, isLocked));
  } else
    channel.tell(membership, () =>
      channel.live.tell({ kind: 'lock', member, connection, block: blockId, isLocked }),
    );
  return undefined;
}

function describeFault(schema: Parameters<typeof Value.Errors>[0], data: unknown): string {
  const fault = Value.Errors(schema, data).First();
  return `The data is not as the protocol wants it: ${fault?.path || 'data'} ${fault?.message ?? 'is not possible'}.`;
}
