import { describe, expect, test } from 'bun:test';
import {
  applyAll,
  applyOperation,
  type ClientOperation,
  type EditorContent,
} from '../../src/realtime/room/editor-content.ts';
import type { Progress } from '../../src/realtime/room/entry.ts';
import { type Entry, type Message, Room } from '../../src/realtime/room/room.ts';
import { readRoom, writeRoom } from '../../src/realtime/room/room-state.ts';
import { describeContent, paragraph, setText } from './sessions/tab.ts';

const start: EditorContent = { blocks: ['a', 'b'].map((id) => paragraph(id, id)), settings: {} };
const MINUTE = 60_000;

/** A room with pages, and what is sent to each. A page is named as its user. */
function openRoom(names = ['ann', 'bob']) {
  const room = new Room(start, 1, 1000);
  const sent = new Map<string, Message[]>(names.map((name) => [name, []]));
  const dismissed: string[] = [];
  let time = 0;
  const fold = (entry: Entry, server = 's1') => room.fold(entry, { server, time });
  const join = (member: string, content = start, more: Partial<Entry & { kind: 'join' }> = {}) =>
    fold({
      ...{ kind: 'join', member, user: member, connection: member, turn: 1, received: 1000, sent: 0 },
      ...{ content, base: start, own: [], ...more },
    } as Entry);
  for (const name of names) join(name);
  room.deliver = ({ user }, message) => sent.get(user)?.push(message);
  room.dismiss = (connection) => dismissed.push(connection);
  return {
    room,
    dismissed,
    fold,
    join,
    messagesTo: (name: string) => sent.get(name) as Message[],
    tell: (member: string, op: ClientOperation, at: Progress) =>
      fold({ kind: 'operation', member, connection: member, op, ...at }),
    lock: (member: string, block: string, isLocked = true) =>
      fold({ kind: 'lock', member, connection: member, block, isLocked }),
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const first: Progress = { received: 1000, sent: 1 };
const textOf = ({ canvas }: Room) => describeContent(canvas);

describe('a room', () => {
  test('does not take back with an undo what the page has not received', () => {
    const { room, tell } = openRoom();
    tell('ann', setText('a', 'x'), first);
    tell('bob', setText('b', 'y'), first);
    tell('ann', { operation: 'set_content', data: { content: start } }, { received: 1000, sent: 2 });
    expect(textOf(room)).toBe('a y {}');
  });

  test('takes only the own blocks of a page whose version nobody knows any more', () => {
    const { room, fold, tell } = openRoom();
    tell('bob', setText('a', 'new'), first);
    const content = applyOperation(start, setText('b', 'own'));
    const progress = { turn: 1, received: 0, sent: 0 };
    const page = { member: 'cid', user: 'cid', connection: 'cid', ...progress, content, own: ['b'] };
    // Its other changes cannot be told, so the history has to keep them.
    expect(fold({ kind: 'join', ...page })).toBe(false);
    expect(textOf(room)).toBe('new own {}');
  });

  test('counts an operation once that a save has told already', () => {
    const { room, fold, tell } = openRoom();
    const content = applyOperation(start, setText('a', '2'));
    fold({ kind: 'untold', member: 'ann', turn: 1, received: 1000, sent: 2, content });
    tell('ann', setText('a', '1'), first);
    expect(textOf(room)).toBe('2 b {}');
  });

  test('takes a save as made at its place: what the page has told later stays, and nothing is sent back', () => {
    const { room, fold, tell, messagesTo } = openRoom();
    const content = applyOperation(start, setText('b', 'saved'));
    tell('ann', setText('a', 'later'), first);
    fold({ kind: 'untold', member: 'ann', turn: 1, received: 1000, sent: 0, content });
    expect(textOf(room)).toBe('later saved {}');
    expect(messagesTo('ann')).toEqual([]);
  });

  test('ignores a save from before the tab has reported as a whole what it shows', () => {
    const { room, fold, tell, join } = openRoom();
    tell('ann', setText('a', '1'), first);
    tell('ann', setText('a', '2'), { received: 1000, sent: 2 });
    const content = applyOperation(start, setText('a', '2'));
    join('ann', content, { turn: 2, received: room.serial, sent: 2 });
    fold({ kind: 'untold', member: 'ann', turn: 1, received: 1000, sent: 0, content: start });
    expect(textOf(room)).toBe('2 b {}');
  });

  test('tells a tab whose text is replaced by another one that joins with its own', () => {
    const { fold, tell, messagesTo } = openRoom();
    tell('bob', setText('a', 'new'), first);
    const content = applyOperation(start, setText('a', 'own'));
    const tab = { member: 'cid', user: 'cid', connection: 'cid', turn: 1, received: 0, sent: 1, content };
    fold({ kind: 'join', ...tab, base: start, own: ['a'] });
    expect(messagesTo('bob')).toContainEqual(expect.objectContaining({ replaced: ['a'], user: 'cid' }));
  });

  test('keeps unsaved work under a version for which editors have no operations', () => {
    const { room, fold, tell } = openRoom();
    const base = { ...start, settings: { color: 'red' } };
    fold({ kind: 'version', version: 2, base: start, content: base });
    tell('ann', setText('a', 'x'), { received: room.serial, sent: 1 });
    fold({ kind: 'version', version: 3, base, content: applyOperation(start, setText('b', 'agent')) });
    expect(textOf(room)).toBe('x agent {}');
  });

  test('sends an operation back on a block that its page may show as locked', () => {
    const { messagesTo, tell, lock } = openRoom();
    lock('bob', 'a');
    tell('ann', setText('a', 'x'), first);
    // It has received the operation, and not yet that the block is unlocked.
    const received = messagesTo('ann').findLast((message) => 'op' in message)?.serial as number;
    lock('bob', 'a', false);
    tell('ann', setText('a', 'y'), { received, sent: 2 });
    const texts = messagesTo('ann').flatMap((message) => ('op' in message ? [message.op] : []));
    expect(texts).toEqual([setText('a', 'x'), setText('a', 'y')]);
  });

  test('tells a page that comes back what was unlocked meanwhile', () => {
    const { fold, join, lock, messagesTo } = openRoom();
    lock('bob', 'a');
    const received = messagesTo('ann').at(-1)?.serial as number;
    fold({ kind: 'exit', connection: 'ann' });
    lock('bob', 'b');
    join('ann', start, { turn: 2, received });
    expect(messagesTo('ann').slice(1)).toEqual([{ unlock: 'a' }, { lock: 'b', user: 'bob' }]);
  });

  test('sends nothing back on a block that the user has unlocked', () => {
    const { messagesTo, tell, lock } = openRoom();
    lock('ann', 'a');
    lock('ann', 'a', false);
    tell('ann', setText('a', 'x'), first);
    expect(messagesTo('ann')).toEqual([]);
  });

  test('hears only the present connection of a page', () => {
    const { room, join, tell } = openRoom();
    join('ann', start, { turn: 2, connection: 'ann again' });
    tell('ann', setText('a', 'x'), first);
    expect(textOf(room)).toBe('a b {}');
  });

  test('has a block once, also if two add it', () => {
    const { room, tell } = openRoom();
    const add: ClientOperation = { operation: 'add_block', data: { block: paragraph('n', 'n'), index: 0 } };
    tell('ann', add, first);
    tell('bob', add, first);
    expect(room.canvas.blocks.map(({ id }) => id)).toEqual(['n', 'a', 'b']);
    expect(room.members.byId.get('ann')?.predict()).toEqual(room.canvas);
  });

  test('folds a version once of which two servers tell', () => {
    const { room, fold, tell } = openRoom();
    const content = applyOperation(start, setText('a', 'agent'));
    fold({ kind: 'version', version: 2, base: start, content });
    tell('ann', setText('a', 'x'), { received: room.serial, sent: 1 });
    fold({ kind: 'version', version: 2, base: start, content }, 's2');
    expect(textOf(room)).toBe('x b {}');
    expect(room.version).toBe(2);
  });

  const invalid: [what: string, op: ClientOperation][] = [
    ['an unknown operation', { operation: 'explode', data: {} }],
    ['a block that is not there', setText('missing', 'x')],
    ['updates that are none', { operation: 'update_block', data: { block_id: 'a', updates: 7 } }],
    ['styles that are none', { operation: 'update_block_style', data: { block_id: 'a' } }],
    ['a block without an id', { operation: 'add_block', data: { block: { type: 'paragraph' } } }],
    ['no block', { operation: 'add_block', data: { block: null, index: 'x' } }],
    ['a section that is not there', { operation: 'move_block', data: { block_id: 'a', section_id: 'x' } }],
    ['a content that is none', { operation: 'set_content', data: { content: { blocks: [null] } } }],
    ['no block in a locked section', { operation: 'add_block', data: { block: null, section_id: 'a' } }],
    ['no operation', undefined as unknown as ClientOperation],
    ['no data', { operation: 'update_block' } as ClientOperation],
    ['settings that are none', { operation: 'update_settings', data: { updates: [] } }],
  ];
  test.each(invalid)('ignores %s', (_what, op) => {
    const { room, lock, tell } = openRoom();
    lock('bob', 'a');
    tell('ann', op, first);
    expect(room.canvas).toEqual(start);
    expect(room.members.byId.get('bob')?.lastSerial).toBe(1000);
  });

  test('tells once in a minute that a value was replaced by somebody who had not seen it', () => {
    const { messagesTo, tell, wait } = openRoom();
    const notices = () => messagesTo('ann').filter((message) => 'replaced' in message);
    tell('ann', setText('a', 'x'), first);
    tell('bob', setText('a', 'y'), first);
    expect(notices()).toEqual([{ replaced: ['a'], user: 'bob' }]);
    tell('ann', setText('a', 'x2'), { received: 1000, sent: 2 });
    tell('bob', setText('a', 'y2'), { received: 1000, sent: 2 });
    expect(notices()).toHaveLength(1);
    wait(MINUTE);
    tell('ann', setText('a', 'x3'), { received: 1000, sent: 3 });
    tell('bob', setText('a', 'y3'), { received: 1000, sent: 3 });
    expect(notices()).toHaveLength(2);
  });

  test('does not tell of a value that was replaced by somebody who had seen it, or of another field', () => {
    const { room, messagesTo, tell } = openRoom();
    tell('ann', setText('a', 'x'), first);
    tell('bob', setText('a', 'y'), { received: room.serial, sent: 1 });
    tell(
      'ann',
      { operation: 'update_block_style', data: { block_id: 'b', styles: {} } },
      { received: 1000, sent: 2 },
    );
    tell('bob', setText('b', 'z'), { received: 1000, sent: 2 });
    expect(messagesTo('ann').filter((message) => 'replaced' in message)).toEqual([]);
  });

  test('tells that a version of an agent has replaced a value', () => {
    const { messagesTo, fold, tell } = openRoom();
    tell('ann', setText('a', 'x'), first);
    fold({ kind: 'version', version: 2, base: start, content: applyOperation(start, setText('a', 'agent')) });
    expect(messagesTo('ann').filter((message) => 'replaced' in message)).toEqual([{ replaced: ['a'] }]);
  });

  test('forgets a page ten minutes after it has left, by the time of entries', () => {
    const { room, fold, wait } = openRoom();
    fold({ kind: 'exit', connection: 'ann' });
    wait(9 * MINUTE);
    fold({ kind: 'alive' });
    expect([...room.members.byId.keys()]).toEqual(['ann', 'bob']);
    wait(2 * MINUTE);
    fold({ kind: 'alive' });
    expect([...room.members.byId.keys()]).toEqual(['bob']);
  });

  test('lets pages leave whose server tells nothing any more', () => {
    const { room, fold, lock, messagesTo, dismissed, wait } = openRoom();
    fold({ kind: 'exit', connection: 'bob' });
    fold(
      {
        ...{ kind: 'join', member: 'bob', user: 'bob', connection: 'b2', turn: 2, received: 1000, sent: 0 },
        ...{ content: start, own: [] },
      },
      's2',
    );
    lock('ann', 'a');
    wait(4 * MINUTE);
    fold({ kind: 'alive' }, 's2');
    expect(room.members.byId.get('ann')?.connection).toBeUndefined();
    // If the server is there again, its page has to tell what it shows.
    expect(dismissed).toEqual(['ann']);
    expect(messagesTo('bob').at(-1)).toMatchObject({ unlock: 'a' });
  });

  test('has a limit of pages, and makes room for new ones by those that have left first', () => {
    const { room, fold, join } = openRoom([]);
    for (let count = 0; count < 1_001; count += 1) join(`page-${count}`);
    expect(room.members.byId.size).toBe(1_000);
    fold({ kind: 'exit', connection: 'page-5' });
    join('late');
    expect(room.members.byId.size).toBe(1_000);
    expect([room.members.byId.has('page-5'), room.members.byId.has('late')]).toEqual([false, true]);
  });

  test('closes a page that confirms nothing, and keeps one that types alone', () => {
    const { room, dismissed, tell } = openRoom();
    for (let sent = 1; sent <= 4_500; sent += 1)
      tell('ann', setText('a', `${sent}`), { received: 1000, sent });
    expect(dismissed).toEqual(['bob']);
    const ann = room.members.byId.get('ann');
    expect(ann?.predict()).toEqual(room.canvas);
    expect(ann?.at({ received: 1000, sent: 4_490 })?.blocks[0]?.content).toBe('4490');
    expect(room.messages.operations.length).toBeLessThanOrEqual(4_000);
  });

  test('knows what a page showed before the messages that are forgotten', () => {
    const { room, tell } = openRoom();
    for (let sent = 1; sent <= 4_500; sent += 1) {
      tell('ann', setText('a', `${sent}`), { received: 1000, sent });
      if (sent % 50 === 0)
        room.fold({ kind: 'received', member: 'bob', connection: 'bob', received: room.serial });
    }
    const bob = room.members.byId.get('bob');
    expect(bob?.at({ received: room.serial, sent: 0 })?.blocks[0]?.content).toBe('4500');
    expect(bob?.at({ received: room.serial - 1000, sent: 0 })?.blocks[0]?.content).toBe('3500');
    expect(bob?.at({ received: 1000, sent: 0 })).toBeUndefined();
  });
});

describe('the state of a room', () => {
  test('has each content once, and gives the same room', () => {
    const { room, tell } = openRoom(Array.from({ length: 50 }, (_, number) => `page-${number}`));
    for (let sent = 1; sent <= 20; sent += 1)
      tell('page-0', setText('a', `${sent}`), { received: 1000, sent });
    tell('page-1', setText('b', 'crossing'), first);
    const state = JSON.parse(JSON.stringify(writeRoom(room)));
    expect(state.contents).toHaveLength(1);
    const copy = readRoom(state);
    expect(JSON.parse(JSON.stringify(writeRoom(copy)))).toEqual(state);
    for (const one of [room, copy]) {
      expect(describeContent(one.canvas)).toBe('20 crossing {}');
      expect(one.members.byId.get('page-1')?.at(first)).toEqual(applyAll(start, [setText('b', 'crossing')]));
      expect(one.members.byId.get('page-2')?.predict()).toEqual(one.canvas);
    }
  });
});
