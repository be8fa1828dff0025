import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../support/property-runs.ts';
import { changeByAgent, EditorPage, paragraph, settleAll, storedText, update } from './editor-page.ts';
import { type OpenTemplate, openTemplate, type Rig, startRig, stopRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const NAMES = ['ann', 'bob', 'cid'];

/** How often a page may save at the end until it shows what it has saved. */
const MAX_SAVES = 3;

/** `send`, `arrive`: a save that is long on its way; a page has one at a time, as in editors. `busy`: see `EditorPage.pause`. */
const STEPS = [
  ...['type', 'type', 'typeOwn', 'agent', 'agent', 'agentOwn', 'put', 'restore', 'undo', 'undo'],
  ...['save', 'save', 'send', 'arrive', 'busy', 'continue', 'settle', 'settle'],
] as const;

type Step = [what: (typeof STEPS)[number], page: number];

type Content = EditorPage['model']['content'];

interface Session {
  template: OpenTemplate;
  pages: EditorPage[];
  serial: number;
  /** Saves on their way. */
  sent: Map<EditorPage, Content>;
  /** What pages have saved and not changed since. */
  saved: Map<EditorPage, string>;
}

async function openSession(): Promise<Session> {
  const blocks = [...NAMES, 'agent', 'shared'].map((name) => paragraph(name, name));
  const template = await openTemplate(rig, 'default', { blocks, settings: {} });
  const pages = NAMES.map((name) => new EditorPage(template, name));
  for (const page of pages) await page.open();
  return { template, pages, serial: 0, sent: new Map(), saved: new Map() };
}

async function save({ template, saved, sent }: Session, page: EditorPage, content: Content): Promise<void> {
  saved.set(page, page.text);
  sent.delete(page);
  const { status, body } = await template.save(content, { origin: 'https://app.example.com' }, page.token);
  if (status !== 409) {
    expect(body.message ?? status).toBe(200);
    return;
  }
  // A person who is told of a conflict opens the page again, as the message says.
  await page.cut();
  await page.refresh();
  await page.open();
}

/** Editors save seconds after one another, so what follows a save is done before the next one. */
async function saveAndWait(session: Session, page: EditorPage, content: Content): Promise<void> {
  await save(session, page, content);
  await rest(session.pages);
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

async function take(session: Session, [what, index]: Step): Promise<void> {
  const { template, pages, sent } = session;
  const page = pages[index] as EditorPage;
  session.serial += 1;
  for (const one of pages) one.handleReceived();
  const content = structuredClone(page.model.content);
  if (what === 'type') page.setText('shared', `${page.name}-${session.serial}`);
  else if (what === 'typeOwn') page.setText(page.name, `${page.name}-own-${session.serial}`);
  else if (what === 'agent') await changeByAgent(template, update('shared', `agent-${session.serial}`));
  else if (what === 'agentOwn') await changeByAgent(template, update('agent', `agent-own-${session.serial}`));
  else if (what === 'put') await put(session);
  else if (what === 'restore') await restore(session);
  else if (what === 'undo') page.undo();
  else if (what === 'save') await saveAndWait(session, page, content);
  else if (what === 'send') sent.set(page, content);
  else if (what === 'busy') page.pause();
  else if (what === 'continue') page.continue();
  else if (what === 'settle') await settleAll(...pages);
  else await saveAndWait(session, page, sent.get(page) ?? content);
}

/** Lets the server send what follows what has happened, and the pages handle it. */
async function rest(pages: EditorPage[]): Promise<void> {
  // The limit of messages begins anew.
  rig.clock.advance(1000);
  for (let round = 0; round < 4; round += 1) {
    await Bun.sleep(2);
    await settleAll(...pages);
  }
}

/** Pages save what they have not saved, as editors do. Then all show what is stored. */
async function endEqual(session: Session): Promise<void> {
  const { template, pages, saved } = session;
  for (const page of pages) page.continue();
  await rest(pages);
  for (const page of pages)
    for (let count = 0; count < MAX_SAVES && saved.get(page) !== page.text; count += 1) {
      await save(session, page, page.model.content);
      await rest(pages);
    }
  const stored = await storedText(template);
  // On a busy machine it takes longer.
  for (let tries = 0; tries < 8 && pages.some(({ text }) => text !== stored); tries += 1) {
    await rest(pages);
  }
  expect(pages.map(({ text }) => text)).toEqual(pages.map(() => stored));
  for (const page of pages) await page.cut();
}

test('pages, an agent and a program that change the same block in any order end equal', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(NAMES.length - 1)), {
    minLength: 6,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      // The limits of requests begin anew.
      rig.clock.advance(120_000);
      const session = await openSession();
      for (const step of list) {
        await take(session, step);
        for (const page of session.pages)
          if (session.saved.get(page) !== page.text) session.saved.delete(page);
      }
      await endEqual(session);
    }),
    { numRuns: runs(8), endOnFailure: true },
  );
}, 600_000);
