import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.ts';
import { EditorPage, paragraph, settleAll, storedText } from '../realtime/editor-tab.ts';
import { openTemplate } from '../realtime/rig.ts';
import { rigAt } from './rig-at.ts';
import { createInitializedDirectory, GUARD_MS, startServer, waitFor } from './support.ts';

setDefaultTimeout(GUARD_MS);

/** A connection may be made just before its server closes it. Then editors try again. */
const comeBack = (page: EditorPage) =>
  waitFor('the connection', () =>
    page.join().then(
      () => true,
      () => false,
    ),
  );

let initialized: Awaited<ReturnType<typeof createInitializedDirectory>>;
beforeEach(async () => {
  initialized = await createInitializedDirectory();
});
afterEach(() => initialized.place.remove());

test.skipIf(process.platform !== 'linux')(
  'nothing is lost of what editors and a program save while one server replaces another',
  async () => {
    const { place, first } = initialized;
    const port = findFreePort();
    const start = (...more: string[]) => startServer(place, ['--port', String(port), ...more]);
    const old = await start();
    const names = ['ann', 'bob', 'cid'];
    const blocks = [...names, 'program'].map((name) => paragraph(name, name));
    const template = await openTemplate(rigAt(port, first), 'default', { blocks, settings: {} });
    // Cid's page tells nothing of what it shows.
    const pages = names.map((name) => new EditorPage(template, name, name === 'cid'));
    for (const page of pages) await page.open();
    const statuses: number[] = [];
    /** The number of the last text of each that was stored. */
    const acknowledged = new Map<string, number>();
    let isOver = false;
    /** Types and saves as long as servers change, and comes back when the connection ends. */
    const work = async (page: EditorPage) => {
      for (let n = 1; !isOver; n += 1) {
        await page.settle().catch(() => comeBack(page));
        page.setText(page.name, `${page.name}-${n}`);
        const { status } = await page.save();
        statuses.push(status);
        if (status === 200) acknowledged.set(page.name, n);
        // The next server does not know what a page shows that tells nothing: it is opened again.
        else if (page.isPlain && status === 409) await page.open();
        else throw new Error(`A save was answered ${status}`);
        await Bun.sleep(100);
      }
    };
    const program = async () => {
      for (let n = 1; !isOver; n += 1) {
        const operations = [{ op: 'update', id: 'program', fields: { content: `program-${n}` } }];
        const { request } = template.tenant;
        const { status } = await request('PUT', `/templates/${template.id}`, { body: { operations } });
        if (status !== 200) throw new Error(`A change was answered ${status}`);
        acknowledged.set('program', n);
        await Bun.sleep(150);
      }
    };
    const working = Promise.all([...pages.map(work), program()]);
    await waitFor('saves', () => statuses.length > 8);
    await start('--replace');
    const before = statuses.length;
    await waitFor('more saves', () => statuses.length > before + 12);
    isOver = true;
    await working;
    expect(await old.exited).toBe(0);
    for (const page of pages) await page.settle().catch(() => comeBack(page));
    await settleAll(...pages);
    const stored = await storedText(template);
    const texts = [...names, 'program'].map((name) => `${name}-${acknowledged.get(name)}`);
    expect(stored).toBe(texts.join(' '));
    expect(pages.slice(0, 2).map(({ text }) => text)).toEqual([stored, stored]);
  },
);
