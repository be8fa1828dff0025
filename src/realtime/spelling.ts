import { type Fields, isFields } from '../mail/model/index.ts';
import type { Spelling } from '../platform/spelling.ts';
import type { ClientMessage } from './protocol.ts';

/** A text for clients: one for all, or one for each spelling of names (docs/realtime.md). */
export type Spelled = string | ((spelling: Spelling) => string);

export function textIn(spelling: Spelling, message: Spelled): string {
  return typeof message === 'string' ? message : message(spelling);
}

/** A message made at most once per spelling, when the first client needs it. */
export function lazyMessage(encode: (spelling: Spelling) => string): Spelled {
  const texts: { [S in Spelling]?: string } = {};
  return (spelling) => {
    texts[spelling] ??= encode(spelling);
    return texts[spelling];
  };
}

const EVENTS = tablesOf({
  'client-block_locked': 'client-blockLocked',
  'client-block_unlocked': 'client-blockUnlocked',
});

const OPERATIONS = tablesOf({
  add_block: 'addBlock',
  update_block: 'updateBlock',
  delete_block: 'deleteBlock',
  move_block: 'moveBlock',
  update_settings: 'updateSettings',
  set_content: 'setContent',
  update_block_style: 'updateBlockStyle',
});

/** Fields of an operation. Those inside blocks, updates, styles and contents are the same in both spellings. */
const FIELDS = tablesOf({ block_id: 'blockId', section_id: 'sectionId', column_index: 'columnIndex' });

const ACTIONS = tablesOf({
  comment_created: 'commentCreated',
  comment_updated: 'commentUpdated',
  comment_deleted: 'commentDeleted',
  comment_resolved: 'commentResolved',
  comment_unresolved: 'commentUnresolved',
  proposal_created: 'proposalCreated',
  proposal_accepted: 'proposalAccepted',
  proposal_conflicting: 'proposalConflicting',
  proposal_refused: 'proposalRefused',
  proposal_withdrawn: 'proposalWithdrawn',
});

/** For each spelling, its names by the names of the other spelling. */
type Tables = Record<Spelling, ReadonlyMap<string, string>>;

function tablesOf(names: Readonly<Record<string, string>>): Tables {
  const pairs = Object.entries(names);
  return { snake: new Map(pairs.map(([snake, camel]) => [camel, snake])), camel: new Map(pairs) };
}

const spell = (spelling: Spelling, tables: Tables, name: string): string =>
  tables[spelling].get(name) ?? name;

export const spellEvent = (spelling: Spelling, event: string): string => spell(spelling, EVENTS, event);

/** The action of a `comment-broadcast`. */
export const spellAction = (spelling: Spelling, action: string): string => spell(spelling, ACTIONS, action);

/** A client's message in a spelling. The message itself, with its text as sent, if it is in this spelling. */
export function spellMessage(spelling: Spelling, message: ClientMessage): ClientMessage {
  const event = spellEvent(spelling, message.event);
  const data = event === 'client-operation' ? spellOperation(spelling, message.data) : message.data;
  if (event === message.event && data === message.data) return message;
  const dataText = data === message.data ? message.dataText : JSON.stringify(data);
  return { ...message, event, data, dataText };
}

/** The data of an operation in a spelling; the same object if it is in this spelling. */
export function spellOperation(spelling: Spelling, payload: unknown): unknown {
  if (!isFields(payload)) return payload;
  const { operation, data } = payload;
  const named = typeof operation === 'string' ? spell(spelling, OPERATIONS, operation) : operation;
  const fields = isFields(data) ? spellFields(spelling, data) : data;
  if (named === operation && fields === data) return payload;
  return { ...payload, operation: named, data: fields };
}

/** If a field is there in both spellings, the value in the wanted spelling stays. */
function spellFields(spelling: Spelling, fields: Fields): Fields {
  const names = FIELDS[spelling];
  const entries = Object.entries(fields);
  if (!entries.some(([name]) => names.has(name))) return fields;
  const isTwin = (name: string) => Object.hasOwn(fields, names.get(name) as string);
  return Object.fromEntries(
    entries
      .filter(([name]) => !names.has(name) || !isTwin(name))
      .map(([name, value]) => [names.get(name) ?? name, value]),
  );
}
