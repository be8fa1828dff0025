import { afterAll, beforeAll, expect, test } from 'bun:test';
import { BARRIER_MS } from '../../src/realtime/live-saves.ts';
import { testOfOneProcess } from '../support/engine.ts';
import { shortenTimers } from '../support/short-timers.ts';
import { changeByAgent, EditorPage, openThree, settleAll, storedText, update } from './editor-page.ts';
import { type Rig, startRig, stopRig } from './rig.ts';

// Pages whose script is busy for a while: they save what they showed before.

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

async function openAll() {
  const template = await openThree(rig);
  const ann = await new EditorPage(template, 'ann').open();
  const bob = await new EditorPage(template, 'bob').open();
  const cid = await new EditorPage(template, 'cid').open();
  return { template, ann, bob, cid };
}

test.each([
  ['has announced changes', 'A'],
  ['has announced nothing', 'a'],
])(
  'what a page types stays if a busy page that %s saves the earlier text, which was never saved',
  async (_, text) => {
    const { template, ann, bob, cid } = await openAll();
    if (text === 'A') ann.setText('a', text);
    cid.setText('c', 'typed');
    await settleAll(ann, bob, cid);
    ann.pause();
    cid.setText('c', 'typed on');
    await changeByAgent(template, update('b', 'by agent'));
    await settleAll(bob, cid);
    expect((await ann.save()).status).toBe(200);
    ann.continue();
    await settleAll(ann, bob, cid);
    expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill(`${text} by agent typed on`));
    await bob.save();
    await settleAll(ann, bob, cid);
    expect([ann.text, await storedText(template)]).toEqual(Array(2).fill(`${text} by agent typed on`));
  },
);

testOfOneProcess(
  'what a page types is no conflict with sending the same to a busy page whose save was merged',
  async () => {
    const { template, ann, bob, cid } = await openAll();
    const restoreTimers = shortenTimers(BARRIER_MS);
    bob.pause();
    bob.setText('b', 'B');
    await changeByAgent(template, update('c', 'C'));
    await settleAll(ann, cid);
    await bob.save();
    ann.setText('c', 'by Ann');
    const sent = structuredClone(ann.model.content);
    cid.setText('a', 'by Cid');
    // The server waits for his answer before it sends him what he lacks.
    await Bun.sleep(50);
    restoreTimers();
    await settleAll(ann, cid);
    await ann.save(sent);
    await settleAll(ann, cid);
    expect([ann.text, cid.text]).toEqual(Array(2).fill('by Cid B by Ann'));
    bob.continue();
    await settleAll(ann, bob, cid);
    await cid.save();
    await settleAll(ann, bob, cid);
    expect([ann.text, bob.text, cid.text]).toEqual(Array(3).fill('by Cid B by Ann'));
    expect(await storedText(template)).toBe('by Cid B by Ann');
  },
);
