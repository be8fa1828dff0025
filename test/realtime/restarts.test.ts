import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { LiveTemplates } from '../../src/realtime/live-templates.ts';
import {
  changeByAgent,
  EditorPage,
  openPair,
  paragraph,
  settleAll,
  storedText,
  update,
} from './editor-tab.ts';
import { openTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

/** Nothing is known of pages afterwards. */
function restart(): void {
  (rig.deps.services.templates.live as LiveTemplates).close();
  rig.clock.advance(1000);
}

test.each([false, true])(
  'what pages did before, during and after a restart is there once (plain: %s)',
  async (isPlain) => {
    const { template, ann, bob } = await openPair(rig, isPlain);
    bob.add('n');
    await settleAll(ann, bob);
    expect((await bob.save()).status).toBe(200);
    await settleAll(ann, bob);
    await Promise.all([ann.cut(), bob.cut()]);
    await changeByAgent(template, update('a', 'A'));
    restart();
    ann.setText('b', 'B');
    await ann.join();
    await bob.join();
    if (isPlain) expect((await ann.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect([ann.text, bob.text]).toEqual(['A B c n', 'A B c n']);
    expect((await bob.save()).status).toBe(200);
    await settleAll(ann, bob);
    expect(await storedText(template)).toBe('A B c n');
  },
);

test('many pages that had different versions before a restart undo nothing of each other', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
  const blocks = names.flatMap((name) => [paragraph(name, name), paragraph(`other-${name}`, '-')]);
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const pages: EditorPage[] = [];
  for (const name of names) {
    const page = await new EditorPage(template, name).open();
    pages.push(page);
    await page.cut();
    rig.clock.advance(1000);
    await changeByAgent(template, update(`other-${name}`, '+'));
  }
  restart();
  // The one with the oldest version last.
  for (const page of pages.toReversed()) {
    await page.join();
    page.setText(page.name, page.name.toUpperCase());
    await page.settle();
    expect((await page.save()).status).toBe(200);
  }
  expect(await storedText(template)).toBe(names.map((name) => `${name.toUpperCase()} +`).join(' '));
});
