import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { LiveTemplates } from '../../src/realtime/live-templates.ts';
import { runs } from '../support/property-runs.ts';
import { changeByAgent, EditorPage, paragraph, settleAll, storedText, update } from './editor-tab.ts';
import { type OpenTemplate, openTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const NAMES = ['ann', 'bob', 'cid'];

const STEPS = [
  ...['type', 'type', 'type', 'add', 'save', 'save', 'save', 'cut', 'cut', 'join', 'join'],
  ...['agent', 'agent', 'settle', 'settle', 'restart', 'restart', 'sleep'],
] as const;

/** What changes more than blocks of the own page: whole contents, places, and programs. `busy`: see `EditorPage.pause`. */
const WIDE_STEPS = [
  ...STEPS,
  ...['undo', 'undo', 'undo', 'move', 'move', 'put', 'put', 'put', 'busy', 'busy', 'busy', 'continue'],
] as const;

type Step = [what: (typeof WIDE_STEPS)[number], page: number];

interface Outage {
  template: OpenTemplate;
  pages: EditorPage[];
  serial: number;
  /** The last acknowledged text of each. */
  acknowledged: Map<string, string>;
  /** Blocks that an undo has changed: what others have set meanwhile is replaced then. */
  undone: Set<string>;
}

async function save({ acknowledged }: Outage, page: EditorPage): Promise<void> {
  page.continue();
  page.handleReceived();
  const text = page.model.content.blocks.find(({ id }) => id === page.name)?.content;
  const { status, body } = await page.save();
  expect(body.message ?? status).toBe(200);
  acknowledged.set(page.name, text);
}

function undo({ undone }: Outage, page: EditorPage): void {
  const textsOf = () => new Map(page.model.content.blocks.map(({ id, content }) => [id, content]));
  const before = textsOf();
  page.undo();
  const after = textsOf();
  for (const id of [...before.keys(), ...after.keys()]) if (before.get(id) !== after.get(id)) undone.add(id);
}

/** A program replaces the whole content, with one change. */
async function put({ template, serial, acknowledged }: Outage): Promise<void> {
  const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
  const content = body.data.content as EditorPage['model']['content'];
  const block = content.blocks.find(({ id }) => id === 'program');
  const text = `program-${serial}`;
  if (block === undefined) content.blocks.push(paragraph('program', text));
  else block.content = text;
  expect((await template.save(content)).status).toBe(200);
  acknowledged.set('program', text);
}

/** Nothing is known of pages afterwards. */
async function restart(outage: Outage): Promise<void> {
  const { pages } = outage;
  for (const page of pages) await page.cut();
  (rig.deps.services.templates.live as LiveTemplates).close();
  rig.clock.advance(1000);
}

async function take(outage: Outage, [what, index]: Step): Promise<void> {
  const { template, pages } = outage;
  const page = pages[index] as EditorPage;
  outage.serial += 1;
  for (const one of pages) one.handleReceived();
  if (what === 'busy') page.pause();
  else if (what === 'continue') page.continue();
  else if (what === 'undo') undo(outage, page);
  else if (what === 'put') await put(outage);
  else if (what === 'move') {
    const index = outage.serial % page.model.content.blocks.length;
    page.edit({ operation: 'move_block', data: { block_id: page.name, index } });
  } else if (what === 'type') page.setText(page.name, `${page.name}-${outage.serial}`);
  else if (what === 'add') page.add(`${page.name}-new-${outage.serial}`);
  else if (what === 'save') await save(outage, page);
  else if (what === 'cut') await page.cut();
  else if (what === 'join') await (page.socket === undefined && page.connect());
  else if (what === 'settle') await settleAll(...pages);
  else if (what === 'agent') {
    await changeByAgent(template, update('agent', `agent-${outage.serial}`));
    outage.acknowledged.set('agent', `agent-${outage.serial}`);
  } else if (what === 'sleep') {
    for (const one of pages) one.continue();
    await settleAll(...pages);
    rig.clock.advance(60_000);
  } else await restart(outage);
}

const listOf = (names: readonly Step[0][]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(NAMES.length - 1)), {
    minLength: 10,
    maxLength: 25,
  }) as fc.Arbitrary<Step[]>;

async function openOutage(): Promise<Outage> {
  const blocks = [...NAMES, 'agent', 'program'].map((name) => paragraph(name, name));
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const pages = NAMES.map((name) => new EditorPage(template, name));
  for (const page of pages) await page.open();
  return { template, pages, serial: 0, acknowledged: new Map(), undone: new Set<string>() };
}

/** Lets the server send what follows what has happened, and the pages handle it. */
async function rest(pages: EditorPage[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await Bun.sleep(2);
    await settleAll(...pages);
  }
}

/** All come back and save. Then all show what is stored. */
async function endEqual(outage: Outage): Promise<void> {
  const { template, pages, acknowledged, undone } = outage;
  for (const page of pages) {
    page.continue();
    if (page.socket === undefined) await page.join();
  }
  for (const page of [...pages, ...pages]) {
    await rest(pages);
    await save(outage, page);
  }
  const texts = () => new Set(pages.map(({ text }) => text));
  const stored = await storedText(template);
  // On a busy machine it takes longer.
  for (let tries = 0; tries < 50 && !(texts().size === 1 && texts().has(stored)); tries += 1) {
    rig.clock.advance(50);
    await rest(pages);
  }
  expect([...texts()]).toEqual([stored]);
  const kept = [...acknowledged].flatMap(([id, text]) => (undone.has(id) ? [] : [text]));
  expect(stored.split(' ')).toEqual(expect.arrayContaining(kept));
  for (const page of pages) await page.cut();
}

test.each([
  ['pages of different blocks lose nothing and end equal, and no save is refused', STEPS],
  ['pages that undo and move beside programs overwrite nothing and end equal', WIDE_STEPS],
] as const)(
  'whatever is cut and restarted, %s',
  async (_name, names) => {
    await fc.assert(
      fc.asyncProperty(listOf(names as readonly Step[0][]), async (list) => {
        const outage = await openOutage();
        for (const step of list) await take(outage, step);
        await endEqual(outage);
      }),
      { numRuns: runs(8), endOnFailure: true },
    );
  },
  180_000,
);
