import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { parseContent } from '../../src/mail/model/index.ts';
import { runs } from '../support/property-runs.ts';
import {
  applyOperation,
  createEditor,
  type EditorModel,
  type Generation,
  hear,
  type ModelContent,
  WORDS,
  write,
} from './editor-model.ts';
import {
  callTool,
  dataOf,
  type OpenTemplate,
  openTemplate,
  type Rig,
  startRig,
  stopRig,
  type TestSocket,
} from './rig.ts';

// On PostgreSQL each case waits for many queries: a guard against hanging, not an expectation.
setDefaultTimeout(300_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const spacer = (id: string, height: number) => ({
  id,
  type: 'spacer',
  height,
  styles: { padding: { top: 0, right: 0, bottom: 0, left: 0 } },
});

/** In the full form that is stored. */
function startContent(): ModelContent {
  const leaf = (id: string) => spacer(id, 10);
  const blocks = [
    leaf('a'),
    { id: 's', type: 'section', columns: '2', children: [[leaf('c1'), leaf('c2')], [leaf('d1')]] },
    leaf('b'),
    leaf('e'),
  ];
  const parsed = parseContent({ blocks, settings: {} }, { makeId: () => 'x', unknownBlockTypes: 'keep' });
  if (!parsed.ok) throw new Error('not a content');
  return parsed.content as unknown as ModelContent;
}

/** Two people and a third who comes and goes, each with a canvas that follows the editor's rules. */
interface EditingSession {
  template: OpenTemplate;
  editors: Map<string, { socket: TestSocket; model: EditorModel; heard: number; token: string }>;
  serial: number;
  generationOf: (userId: string) => Generation;
}

async function enter(session: EditingSession, userId: string): Promise<void> {
  const { token } = await rig.exchangeToken('default', { user: { id: userId, name: userId } });
  const { tenant, id } = session.template;
  const { body } = await tenant.request('GET', `/templates/${id}`, { token });
  const generation = session.generationOf(userId);
  const socket = await session.template.enter(userId, userId, {}, generation, token);
  const { presence } = dataOf(socket, 'pusher_internal:subscription_succeeded')[0];
  const model = createEditor(userId, body.data.content, presence.ids, generation);
  session.editors.set(userId, { socket, model, heard: 0, token });
}

/** Lets everything arrive that is under way, and the editors deal with it. */
async function settle(session: EditingSession): Promise<void> {
  for (const editor of session.editors.values()) await editor.socket.settle();
  for (const editor of session.editors.values()) {
    const { socket, model } = editor;
    for (const { event, data } of socket.received.slice(editor.heard)) hear(model, event, data);
    editor.heard = socket.received.length;
  }
}

function listBlocks({ blocks }: ModelContent): string[] {
  return blocks.flatMap((block) => [
    block.id,
    ...(block.type === 'section' ? block.children.flat().map((inner: { id: string }) => inner.id) : []),
  ]);
}

/** An operation as editors and the wire know it. */
function makeOperation(
  session: EditingSession,
  content: ModelContent,
  kind: number,
  target: number,
  number: number,
) {
  const ids = listBlocks(content);
  const block_id = ids[target % Math.max(1, ids.length)] ?? 'none';
  const leaves = ids.filter((id) => id !== 's');
  const leaf = leaves[target % Math.max(1, leaves.length)] ?? 'none';
  session.serial += 1;
  const block = spacer(`n${session.serial}`, number);
  const inSection = ids.includes('s') ? { section_id: 's', column_index: number % 2 } : {};
  const operations = [
    { operation: 'update_block', data: { block_id: leaf, updates: { height: number } } },
    { operation: 'update_block', data: { block_id: leaf, updates: { height: number } } },
    { operation: 'add_block', data: { block, index: number % 4 } },
    { operation: 'add_block', data: { block, ...inSection } },
    { operation: 'delete_block', data: { block_id } },
    { operation: 'move_block', data: { block_id, index: number % Math.max(1, content.blocks.length) } },
    { operation: 'move_block', data: { block_id: leaf, index: 0, ...inSection } },
    { operation: 'update_settings', data: { updates: { width: 500 + number } } },
  ];
  return operations[kind % operations.length] as (typeof operations)[number];
}

type Step = readonly [
  what: 'select' | 'edit' | 'agent' | 'program' | 'restore' | 'come',
  who: number,
  kind: number,
  target: number,
  number: number,
];

async function take(session: EditingSession, [what, who, kind, target, number]: Step): Promise<void> {
  const { template } = session;
  const people = [...session.editors.keys()];
  const editor = session.editors.get(people[who % people.length] as string);
  if (editor === undefined) return;
  const { model, socket } = editor;
  const say = (event: string, data: unknown): void => socket.send({ event, data, channel: template.channel });
  if (what === 'select') {
    const ids = [null, ...listBlocks(model.content)];
    const chosen = ids[target % ids.length] ?? null;
    if (chosen !== null && model.locks.has(chosen)) return;
    const words = WORDS[model.generation];
    if (model.selected !== null) say(words.unlock, { blockId: model.selected });
    if (chosen !== null) say(words.lock, { blockId: chosen, userId: model.userId });
    model.selected = chosen;
  } else if (what === 'edit') {
    const operation = makeOperation(session, model.content, kind, target, number);
    const { block_id = '', section_id = '' } = operation.data as { block_id?: string; section_id?: string };
    if (model.locks.has(block_id) || model.locks.has(section_id)) return;
    const written = write(model.generation, operation);
    applyOperation(model, structuredClone(written));
    say('client-operation', { ...written, timestamp: 1 });
    await settle(session);
    const saved = await template.save(model.content, { origin: 'https://app.example.com' }, editor.token);
    expect(saved.status).toBe(200);
  } else if (what === 'come') {
    if (session.editors.has('u3')) {
      const third = session.editors.get('u3');
      session.editors.delete('u3');
      third?.socket.close();
      await third?.socket.closed;
    } else await enter(session, 'u3');
  } else {
    await changeFromOutside(
      session,
      what,
      model.content,
      makeOperation(session, model.content, kind, target, number),
    );
  }
}

async function changeFromOutside(
  session: EditingSession,
  what: string,
  content: ModelContent,
  operation: object,
): Promise<void> {
  const { template } = session;
  const outside = createEditor('outside', content, []);
  applyOperation(outside, structuredClone(operation));
  if (what === 'program') {
    expect((await template.save(outside.content)).status).toBe(200);
  } else if (what === 'agent') {
    const args = { template_id: template.id, content: outside.content };
    expect((await callTool(rig, 'update-template', args)).isError).toBeFalsy();
  } else {
    const { body } = await template.tenant.request('GET', `/templates/${template.id}/snapshots`);
    const oldest = body.data.at(-1)?.id;
    if (oldest !== undefined)
      await callTool(rig, 'restore-snapshot', { template_id: template.id, snapshot_id: oldest });
  }
}

const steps = fc.array(
  fc.tuple(
    fc.constantFrom('select', 'select', 'edit', 'edit', 'agent', 'agent', 'program', 'restore', 'come'),
    fc.nat(2),
    fc.nat(20),
    fc.nat(20),
    fc.nat(100),
  ),
  { minLength: 5, maxLength: 25 },
) as fc.Arbitrary<Step[]>;

const rooms: [room: string, generationOf: (userId: string) => Generation][] = [
  ['a room of old editors', () => 'old'],
  ["a room of today's editors", () => 'today'],
  ['a mixed room', (userId) => (userId === 'u2' ? 'today' : 'old')],
];

test.each(rooms)(
  'in %s all canvases stay equal to the stored content, for every order of changes and selections',
  async (_room, generationOf) => {
    let lifted = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const session: EditingSession = {
          template: await openTemplate(rig, 'default', startContent()),
          editors: new Map(),
          serial: 0,
          generationOf,
        };
        await enter(session, 'u1');
        await enter(session, 'u2');
        await settle(session);
        for (const step of list) {
          await take(session, step);
          rig.clock.advance(1000);
          await settle(session);
          // An editor that lost its selection says so.
          await settle(session);
          const { body } = await session.template.tenant.request('GET', `/templates/${session.template.id}`);
          for (const { model } of session.editors.values()) expect(model.content).toEqual(body.data.content);
        }
        for (const { socket, model } of session.editors.values()) {
          lifted += dataOf(socket, WORDS[model.generation].unlock).length;
          socket.close();
        }
      }),
      { numRuns: runs(20) },
    );
    expect(lifted).toBeGreaterThan(0);
  },
);
