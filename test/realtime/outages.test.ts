import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { Pages } from '../../src/features/templates/pages.ts';
import { runs } from '../support/property-runs.ts';
import { changeByAgent, EditorPage, paragraph, settleAll, storedText, update } from './editor-page.ts';
import { type OpenTemplate, openTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const NAMES = ['ann', 'bob', 'cid'];

const STEPS = [
  ...['type', 'type', 'type', 'add', 'save', 'save', 'save', 'cut', 'cut', 'join', 'join'],
  ...['agent', 'agent', 'settle', 'settle', 'write', 'stop', 'kill', 'sleep'],
] as const;

type Step = [what: (typeof STEPS)[number], page: number];

interface Outage {
  template: OpenTemplate;
  pages: EditorPage[];
  serial: number;
  /** The last acknowledged text of each. */
  acknowledged: Map<string, string>;
}

/** Each page changes a block of its own, and adds others. So a save has no reason to be refused. */
async function save({ acknowledged }: Outage, page: EditorPage): Promise<void> {
  page.handleReceived();
  const text = page.model.content.blocks.find(({ id }) => id === page.name)?.content;
  const { status, body } = await page.save();
  expect(body.message ?? status).toBe(200);
  acknowledged.set(page.name, text);
}

/** `isKilled`: what pages showed is as it was stored last. */
async function restart({ pages }: Outage, isKilled: boolean): Promise<void> {
  const { services } = rig.deps;
  for (const page of pages) await page.cut();
  if (!isKilled) await services.templates.pageStore.write();
  Object.assign(services.templates, { pages: new Pages(rig.clock, rig.deps.homes) });
  await services.templates.pageStore.restore();
  rig.clock.advance(1000);
}

async function take(outage: Outage, [what, index]: Step): Promise<void> {
  const { template, pages } = outage;
  const page = pages[index] as EditorPage;
  outage.serial += 1;
  for (const one of pages) one.handleReceived();
  if (what === 'type') page.setText(page.name, `${page.name}-${outage.serial}`);
  else if (what === 'add') page.add(`${page.name}-new-${outage.serial}`);
  else if (what === 'save') await save(outage, page);
  else if (what === 'cut') await page.cut();
  else if (what === 'join') await (page.socket === undefined && page.connect());
  else if (what === 'settle') await settleAll(...pages);
  else if (what === 'write') await rig.deps.services.templates.pageStore.write();
  else if (what === 'agent') {
    await changeByAgent(template, update('agent', `agent-${outage.serial}`));
    outage.acknowledged.set('agent', `agent-${outage.serial}`);
  } else if (what === 'sleep') {
    await settleAll(...pages);
    rig.clock.advance(60_000);
  } else await restart(outage, what === 'kill');
}

const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(NAMES.length - 1)), {
  minLength: 10,
  maxLength: 25,
}) as fc.Arbitrary<Step[]>;

test('whatever is cut and restarted, pages of different blocks lose nothing and end equal, and no save is refused', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (list, isAlone) => {
      const blocks = [...NAMES, 'agent'].map((name) => paragraph(name, name));
      const template = await openTemplate(rig, 'default', { blocks, settings: {} });
      // In some sessions one has collaboration off.
      const pages = NAMES.map((name) => new EditorPage(template, name, !(isAlone && name === 'cid')));
      for (const page of pages) await page.open();
      await rig.deps.services.templates.pageStore.write();
      const outage = { template, pages, serial: 0, acknowledged: new Map<string, string>() };
      for (const step of list) await take(outage, step);
      for (const page of pages) if (page.socket === undefined) await page.join();
      for (const page of [...pages, ...pages]) {
        await settleAll(...pages);
        await save(outage, page);
      }
      const live = pages.filter(({ isCollaborating }) => isCollaborating);
      const texts = () => new Set(live.map(({ text }) => text));
      // What follows a save waits for connections that were cut.
      for (
        let tries = 0;
        tries < 150 && !(texts().size === 1 && texts().has(await storedText(template)));
        tries += 1
      ) {
        await Bun.sleep(20);
        await settleAll(...pages);
      }
      const stored = await storedText(template);
      expect([...texts()]).toEqual([stored]);
      expect(stored.split(' ')).toEqual(expect.arrayContaining([...outage.acknowledged.values()]));
      for (const page of pages) await page.cut();
    }),
    { numRuns: runs(8), endOnFailure: true },
  );
}, 60_000);
