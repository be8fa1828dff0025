import { expect } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../support/property-runs.ts';
import {
  type Block,
  changeByAgent,
  EditorPage,
  paragraph,
  settleAll,
  storedText,
  update,
} from './editor-tab.ts';
import { type OpenTemplate, openTemplate, type Rig } from './rig.ts';

// Random sessions of three pages, an agent and a program that edit the same template.

const NAMES = ['ann', 'bob', 'cid'];

/** How often a page may save at the end until it shows what it has saved. */
const MAX_SAVES = 3;

/** `send`, `arrive`: a save that is long on its way; a page has one at a time, as in editors. `busy`: see `EditorPage.pause`. */
const SAVES = ['save', 'save', 'send', 'arrive', 'busy', 'continue', 'settle', 'settle'] as const;

type Change =
  | ('type' | 'typeOwn' | 'agent' | 'agentOwn' | 'put' | 'restore' | 'undo')
  | ('move' | 'add' | 'remove' | 'agentMove' | 'agentAdd' | 'agentDelete');

type Step = [what: Change | (typeof SAVES)[number], page: number];

type Content = EditorPage['model']['content'];
type Save = ReturnType<EditorPage['makeSave']>;

interface Session {
  rig: Rig;
  template: OpenTemplate;
  pages: EditorPage[];
  serial: number;
  /** Saves on their way. */
  sent: Map<EditorPage, Save>;
  /** What pages have saved and not changed since. */
  saved: Map<EditorPage, string>;
  /** The last texts of the blocks that only one has changed, by the id of the block. */
  own: Map<string, string>;
}

async function openSession(rig: Rig): Promise<Session> {
  const blocks = [...NAMES, 'agent', 'shared'].map((name) => paragraph(name, name));
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const pages = NAMES.map((name) => new EditorPage(template, name));
  for (const page of pages) await page.open();
  return { rig, template, pages, serial: 0, sent: new Map(), saved: new Map(), own: new Map() };
}

async function save({ saved, sent }: Session, page: EditorPage, made?: Save): Promise<void> {
  saved.set(page, page.text);
  sent.delete(page);
  const { status, body } = await page.save(made);
  expect(body.message ?? status).toBe(200);
}

/** Editors save seconds after one another, so what follows a save is done before the next one. */
async function saveAndWait(session: Session, page: EditorPage, made?: Save): Promise<void> {
  await save(session, page, made);
  await rest(session);
}

function typeOwn({ own, serial }: Session, page: EditorPage): void {
  const text = `${page.name}-own-${serial}`;
  page.setText(page.name, text);
  own.set(page.name, text);
}

async function changeOwnByAgent({ template, own, serial }: Session): Promise<void> {
  const text = `agent-own-${serial}`;
  await changeByAgent(template, update('agent', text));
  own.set('agent', text);
}

async function put({ template, serial }: Session): Promise<void> {
  const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
  const { blocks, settings } = body.data.content as Content;
  const others = blocks.filter(({ id }) => id !== 'shared');
  const content = { blocks: [...others, paragraph('shared', `program-${serial}`)], settings };
  expect((await template.save(content)).status).toBe(200);
}

async function restore({ template: { tenant, id }, serial }: Session): Promise<void> {
  const { body } = await tenant.request('GET', `/templates/${id}/snapshots`);
  const chosen = body.data[serial % body.data.length];
  if (chosen !== undefined) await tenant.request('POST', `/templates/${id}/snapshots/${chosen.id}/restore`);
}

/** A number below `count`, always the same in the same step. */
const choose = ({ serial }: Session, factor: number, count: number): number =>
  (serial * factor) % Math.max(1, count);

/** Changes the blocks there are, or their order, on a page. */
function arrange(session: Session, page: EditorPage, what: 'move' | 'add' | 'remove'): void {
  const ids = page.model.content.blocks.map(({ id }) => id);
  const block_id = ids[choose(session, 7919, ids.length)];
  const name = `${page.name}-${session.serial}`;
  if (what === 'add') {
    const data = { block: paragraph(name, name), index: choose(session, 7919, ids.length + 1) };
    page.edit({ operation: 'add_block', data });
  } else if (what === 'move' && block_id !== undefined)
    page.edit({ operation: 'move_block', data: { block_id, index: choose(session, 13, ids.length) } });
  else if (ids.length > 3) page.edit({ operation: 'delete_block', data: { block_id } });
}

/** The same by the agent. */
async function arrangeByAgent(
  session: Session,
  what: 'agentMove' | 'agentAdd' | 'agentDelete',
): Promise<void> {
  const { template } = session;
  const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
  const ids = body.data.content.blocks.map(({ id }: Block) => id) as string[];
  const id = ids[choose(session, 7919, ids.length)];
  const name = `agent-${session.serial}`;
  if (what === 'agentAdd')
    await changeByAgent(template, {
      ...{ op: 'add', block: paragraph(name, name) },
      index: choose(session, 7919, ids.length + 1),
    });
  else if (what === 'agentMove')
    await changeByAgent(template, { op: 'move', id, index: choose(session, 17, ids.length) });
  else if (ids.length > 3) await changeByAgent(template, { op: 'delete', id });
}

async function take(session: Session, [what, index]: Step): Promise<void> {
  const { template, pages, sent } = session;
  const page = pages[index] as EditorPage;
  session.serial += 1;
  for (const one of pages) one.handleReceived();
  if (what === 'type') page.setText('shared', `${page.name}-${session.serial}`);
  else if (what === 'typeOwn') typeOwn(session, page);
  else if (what === 'agent') await changeByAgent(template, update('shared', `agent-${session.serial}`));
  else if (what === 'agentOwn') await changeOwnByAgent(session);
  else if (what === 'move' || what === 'add' || what === 'remove') arrange(session, page, what);
  else if (what === 'agentMove' || what === 'agentAdd' || what === 'agentDelete')
    await arrangeByAgent(session, what);
  else if (what === 'put') await put(session);
  else if (what === 'restore') await restore(session);
  else if (what === 'undo') page.undo();
  else if (what === 'save') await saveAndWait(session, page);
  else if (what === 'send') sent.set(page, page.makeSave());
  else if (what === 'busy') page.pause();
  else if (what === 'continue') page.continue();
  else if (what === 'settle') await settleAll(...pages);
  else await saveAndWait(session, page, sent.get(page));
}

/** Lets the server send what follows what has happened, and the pages handle it. */
async function rest({ rig, pages }: Session): Promise<void> {
  // The limit of messages begins anew.
  rig.clock.advance(1000);
  for (let round = 0; round < 4; round += 1) {
    await Bun.sleep(2);
    await settleAll(...pages);
  }
}

/** Pages save what they have not saved, as editors do. Then all show what is stored. Returns that. */
async function endEqual(session: Session): Promise<string> {
  const { template, pages, saved } = session;
  for (const page of pages) page.continue();
  await rest(session);
  for (const page of pages)
    for (let count = 0; count < MAX_SAVES && saved.get(page) !== page.text; count += 1) {
      await save(session, page);
      await rest(session);
    }
  const stored = await storedText(template);
  // On a busy machine it takes longer.
  for (let tries = 0; tries < 8 && pages.some(({ text }) => text !== stored); tries += 1) {
    await rest(session);
  }
  expect(pages.map(({ text }) => text)).toEqual(pages.map(() => stored));
  for (const page of pages) await page.cut();
  return stored;
}

/**
 * Any order of `changes` and saves ends with equal pages that show what is stored. `keepsOwn`: no change takes back others,
 * so the last text of each block that only one has changed is stored too.
 */
export async function assertEndsEqual(
  rig: Rig,
  changes: readonly Change[],
  { keepsOwn = false } = {},
): Promise<void> {
  const steps = fc.array(fc.tuple(fc.constantFrom(...changes, ...SAVES), fc.nat(NAMES.length - 1)), {
    minLength: 6,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      // The limits of requests begin anew.
      rig.clock.advance(120_000);
      const session = await openSession(rig);
      for (const step of list) {
        await take(session, step);
        for (const page of session.pages)
          if (session.saved.get(page) !== page.text) session.saved.delete(page);
      }
      const stored = await endEqual(session);
      if (keepsOwn) expect(stored.split(' ')).toEqual(expect.arrayContaining([...session.own.values()]));
    }),
    { numRuns: runs(8), endOnFailure: true },
  );
}
