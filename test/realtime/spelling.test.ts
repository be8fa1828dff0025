import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { spellOperation } from '../../src/http/editor-compat/messages.ts';
import { findFaults } from '../http/editor-compat/editors.ts';
import { commentRow } from '../http/editor-compat/shapes.ts';
import { signUser } from '../support/signed-user.ts';
import { type Generation, WORDS, write } from './editor-model.ts';
import { callTool, dataOf, openTemplate, type Received, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** An editor of either generation, in the same template, with a block `b1`. */
async function openMixedRoom() {
  const section = { id: 's', type: 'section', columns: '2', children: [[], []] };
  const blocks = [{ id: 'b1', type: 'paragraph', content: 'x' }, section];
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const old = await template.enter('u1', 'Ada');
  const today = await template.enter('u2', 'Bob', {}, 'today');
  return { template, old, today };
}

const generations: [from: Generation, to: Generation][] = [
  ['old', 'today'],
  ['today', 'old'],
];

const padding = { top: 1, right: 2, bottom: 3, left: 4 };
/** Names of the wire inside values belong to the content and stay. */
const inside = { block_id: 'x', blockId: 'y', section_id: 1, columnIndex: 2, add_block: 'z' };

const operations = [
  { operation: 'add_block', data: { block: { id: 'n', type: 'custom', fieldValues: inside }, index: 0 } },
  { operation: 'add_block', data: { block: { id: 'm' }, section_id: 's', column_index: 1, index: 0 } },
  { operation: 'update_block', data: { block_id: 'b1', updates: { content: 'typed', ...inside } } },
  { operation: 'update_block_style', data: { block_id: 'b1', styles: { padding, ...inside } } },
  { operation: 'move_block', data: { block_id: 'b1', index: 0, section_id: 's', column_index: 0 } },
  { operation: 'delete_block', data: { block_id: 'b1' } },
  { operation: 'update_settings', data: { updates: { width: 640, ...inside } } },
];

describe.each(generations)('what an editor of %s does', (from, to) => {
  test.each(operations)(`arrives at one of ${to}: $operation`, async (operation) => {
    const room = await openMixedRoom();
    const data = { ...write(from, operation), timestamp: 7 };
    room[from].send({ event: 'client-operation', data, channel: room.template.channel });
    const heard = await room[to].next('client-operation');
    expect(JSON.parse(heard.text)).toEqual({
      event: 'client-operation',
      channel: room.template.channel,
      data: { ...write(to, operation), timestamp: expect.any(Number), serial: expect.any(Number) },
      user_id: from === 'old' ? 'u1' : 'u2',
    });
  });

  test(`its selection locks and unlocks the block at one of ${to}`, async () => {
    const room = await openMixedRoom();
    const { channel } = room.template;
    const userId = from === 'old' ? 'u1' : 'u2';
    room[from].send({ event: WORDS[from].lock, data: { blockId: 'b1', userId }, channel });
    expect((await room[to].next(WORDS[to].lock)).data).toMatchObject({ blockId: 'b1', userId });
    room[from].send({ event: WORDS[from].unlock, data: { blockId: 'b1' }, channel });
    expect((await room[to].next(WORDS[to].unlock)).data).toMatchObject({ blockId: 'b1' });
  });

  test(`its lock is lifted for a change of one of ${to}, and told to who joins later`, async () => {
    const room = await openMixedRoom();
    const { channel } = room.template;
    const userId = from === 'old' ? 'u1' : 'u2';
    room[from].send({ event: WORDS[from].lock, data: { blockId: 'b1', userId }, channel });
    await room[to].next(WORDS[to].lock);
    const change = write(to, { operation: 'update_block', data: { block_id: 'b1', updates: { a: 1 } } });
    room[to].send({ event: 'client-operation', data: change, channel });
    await room[from].next('client-operation');
    await room[from].settle();
    const told = room[from].received.map(({ event }) => event).filter((event) => event.startsWith('client-'));
    expect(told).toEqual(['client-operation']);
    for (const generation of ['old', 'today'] as const) {
      const joined = await room.template.enter('u3', 'Cy', {}, generation);
      expect((await joined.next(WORDS[generation].lock)).data).toEqual({ blockId: 'b1', userId });
      joined.close();
    }
  });

  test(`nothing of one of ${from} is heard in its words at one of ${to}`, async () => {
    const room = await openMixedRoom();
    const { channel } = room.template;
    for (const operation of operations)
      room[from].send({ event: 'client-operation', data: write(from, operation), channel });
    await room[from].settle();
    await room[to].settle();
    const names = dataOf(room[to], 'client-operation').map((data) => data.operation);
    expect(names).toEqual(operations.map((operation) => write(to, operation).operation));
    expect(dataOf(room[from], 'client-operation')).toEqual([]);
  });
});

describe('what the server says', () => {
  test('a change of an agent reaches both, each in its words', async () => {
    const { template, old, today } = await openMixedRoom();
    const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
    const content = structuredClone(body.data.content);
    const [block] = content.blocks;
    block.content = '<p>By an agent</p>';
    content.blocks.push({ ...block, id: 'second' });
    await callTool(rig, 'update-template', { template_id: template.id, content });
    for (const [socket, generation] of [
      [old, 'old'],
      [today, 'today'],
    ] as const) {
      const words = WORDS[generation];
      const heard: Received[] = [];
      while (heard.length < 3) heard.push(await socket.next('mcp-operation'));
      const operations = [words.add, words.delete, words.update];
      expect(heard.map(({ data }) => data.operation).sort()).toEqual(operations.sort());
      const update = heard.find(({ data }) => data.operation === words.update);
      expect(update?.data.data).toEqual({
        [words.block]: block.id,
        updates: { content: '<p>By an agent</p>' },
      });
    }
  });

  test('a comment reaches both, each with its action', async () => {
    const { template, old, today } = await openMixedRoom();
    const made = await template.tenant.request('POST', `/templates/${template.id}/comments`, {
      body: { body: 'Hello', ...template.person('u1', 'Ada') },
    });
    expect(made.status).toBe(201);
    const heard = [
      (await old.next('comment-broadcast')).data,
      (await today.next('comment-broadcast')).data,
    ] as const;
    expect(heard.map(({ action }) => action)).toEqual(['comment_created', 'commentCreated']);
    for (const { comment } of heard) expect(findFaults(commentRow, comment)).toEqual([]);
  });

  test('the protocol itself is the same', async () => {
    const { template, old, today } = await openMixedRoom();
    const members = dataOf(today, 'pusher_internal:subscription_succeeded')[0].presence;
    expect(members).toEqual({
      count: 2,
      ids: ['u1', 'u2'],
      hash: {
        u1: { id: 'u1', name: 'Ada', type: 'user' },
        u2: { id: 'u2', name: 'Bob', type: 'user' },
      },
    });
    const joined = { user_id: 'u3', user_info: { id: 'u3', name: 'Cy', type: 'user' } };
    const third = await template.enter('u3', 'Cy');
    expect((await today.next('pusher_internal:member_added')).data).toEqual(joined);
    third.close();
    for (const socket of [old, today])
      expect((await socket.next('pusher_internal:member_removed')).data).toEqual({ user_id: 'u3' });
  });
});

describe('others', () => {
  test('of both generations hear unknown events and operations unchanged', async () => {
    const { template, old, today } = await openMixedRoom();
    const data = '{"operation":"resizeBlock","data":{"index":1}}';
    old.send(`{"event":"client-operation","data":${data},"channel":"${template.channel}"}`);
    expect((await today.next('client-operation')).text).toContain(`"data":${data},`);
    today.send({ event: 'client-cursor', data: { block_id: 1, blockId: 2 }, channel: template.channel });
    expect((await old.next('client-cursor')).data).toEqual({ block_id: 1, blockId: 2 });
  });
});

describe('the spelling of a socket', () => {
  const authorize = async (fields: Record<string, string>) => {
    const template = await openTemplate(rig);
    const { id } = await template.enter('u9');
    return template.authorize(id, fields);
  };
  const signed = () => signUser(rig.first.signing_key as string, 'u1', 'u1');

  test('is in the signed channel_data', async () => {
    const snake = signed();
    const { user_id: userId, user_name: userName, user_signature: userSignature } = snake;
    const old = await authorize(snake);
    const spellingOf = ({ body }: { body: { channel_data: string } }) =>
      JSON.parse(body.channel_data).spelling;
    expect(spellingOf(old)).toBe('snake');
    expect(spellingOf(await authorize({ userId, userName, userSignature }))).toBe('camel');
    const both = await authorize({ ...snake, userId, userName, userSignature });
    expect(spellingOf(both)).toBe('snake');
    const told = await authorize({ ...snake, userId, spelling: 'snake' });
    expect(spellingOf(told)).toBe('snake');
  });

  test('is also that of the message about empty fields', async () => {
    const old = await authorize({ user_id: '', user_name: '', user_signature: '' });
    expect(Object.keys(old.body.errors)).toEqual(['user_id', 'user_name', 'user_signature']);
    const today = await authorize({ userId: '', userName: '', userSignature: '' });
    expect(Object.keys(today.body.errors)).toEqual(['userId', 'userName', 'userSignature']);
    expect(today.body.message).toStartWith('userId ');
  });
});

test('a field without a name takes no other away in the other spelling', () => {
  const operation = { operation: 'update_block', data: { block_id: 'b1', updates: { a: 1 }, '': 2 } };
  expect(spellOperation('camel', operation)).toEqual({
    operation: 'updateBlock',
    data: { blockId: 'b1', updates: { a: 1 }, '': 2 },
  });
});
