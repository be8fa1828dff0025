import { beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPng, type Item, libraryOf, writePdf } from '../features/media/library.ts';
import { signInMember } from '../features/members/people.ts';
import { clickButton, findBarriers, seeText, settle, type, useDashboard } from './dashboard.ts';

/** Runs if a page shows the text of somebody as HTML. */
const MARKUP = '<img src=x onerror="document.title=\'hacked\'">';

describeInBrowser('the media library', () => {
  const dashboard = useDashboard();
  let library: ReturnType<typeof libraryOf>;
  let folder: string;
  const files = mkdtempSync(join(tmpdir(), 'galley-media-'));
  const open = (query = '') =>
    dashboard().open(`/projects/${dashboard().app.first.project_id}/media?tenant=default${query}`);

  beforeAll(async () => {
    await dashboard().useSession(await dashboard().addOperator());
    library = libraryOf(await dashboard().app.openTenant());
    folder = await library.createFolder(`Spring ${MARKUP}`);
    await library.upload(drawPng(1), 'logo.png', { alt_text: `The logo ${MARKUP}` });
    await library.upload(drawPng(2), 'banner.png', { folder_id: folder });
    await library.upload(writePdf('terms'), 'terms.pdf');
  });

  /** Chooses a file in the field at this position: the first is that of the library. */
  async function choose(page: Page, position: number, name: string, bytes: Uint8Array) {
    const path = join(files, name);
    writeFileSync(path, bytes);
    const field = (await page.$$('input[type=file]'))[position] as ElementHandle<HTMLInputElement>;
    await field.uploadFile(path);
  }

  const names = (page: Page) =>
    page.evaluate('[...document.querySelectorAll("article h2")].map(({ textContent }) => textContent)');

  /** No text was read as HTML, no barrier, no fault. Other views are tested in pages.test.ts. */
  async function expectSound(page: Page) {
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.title()).not.toBe('hacked');
    expect(await page.evaluate('document.querySelectorAll("img[src=x]").length')).toBe(0);
    expect(dashboard().faults).toEqual([]);
    await page.close();
  }

  const find = async (query: Record<string, string>): Promise<Item> => {
    const [item] = await library.list(query);
    if (item === undefined) throw new Error(`no file for ${JSON.stringify(query)}`);
    return item;
  };

  test('shows files as pictures, by folder, and those without alternative text', async () => {
    const page = await open();
    await seeText(page, `Spring ${MARKUP}`);
    await page.waitForFunction('document.querySelector("article img")?.naturalWidth > 0');
    expect(await names(page)).toEqual(['terms.pdf', 'banner.png', 'logo.png']);
    await clickButton(page, `Spring ${MARKUP}`);
    await page.waitForFunction('document.querySelectorAll("article").length === 1');
    expect(page.url()).toContain(`folder_id=${folder}`);
    await expectSound(page);
    const missing = await open('&show=missing_alt');
    expect(await names(missing)).toEqual(['banner.png']);
    await seeText(missing, 'No alt text');
    await missing.close();
  });

  test('takes files, into the folder that is open, and says why one is refused', async () => {
    const page = await open(`&folder_id=${folder}`);
    await choose(page, 0, 'hero.png', drawPng(3));
    await seeText(page, 'Uploaded');
    await page.waitForFunction('document.querySelectorAll("article").length === 2');
    expect((await find({ search: 'hero' })).folder_id).toBe(folder);
    await choose(page, 0, 'notes.txt', new TextEncoder().encode('no picture'));
    await page.waitForSelector('section .text-bad');
    await clickButton(page, 'Close the list of uploads');
    await page.waitForFunction('document.querySelector("section .text-bad") === null');
    await expectSound(page);
  });

  test('takes files that are dropped', async () => {
    const page = await open();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(${JSON.stringify([...drawPng(4)])})], 'dropped.png'));
      const target = document.querySelector('h1');
      for (const name of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));
    }`);
    await seeText(page, 'Uploaded');
    expect((await find({ search: 'dropped' })).filename).toBe('dropped.png');
    await page.close();
  });

  test('takes no files that are dropped on a dialog', async () => {
    const page = await open();
    await clickButton(page, 'banner.png');
    await page.waitForSelector('[role=dialog] form');
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/media/upload')) uploads.push(request.url());
    });
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['picture'], 'beside.png'));
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
      document.querySelector('[role=dialog] form').dispatchEvent(event);
    }`);
    await settle(page);
    expect(uploads).toEqual([]);
    await page.close();
  });

  test('changes names, alternative texts and folders, and shows where a file is used', async () => {
    const { url, id } = await find({ search: 'banner' });
    await library.createTemplate(`Uses it ${MARKUP}`, url);
    const page = await open();
    await clickButton(page, 'banner.png');
    await seeText(page, `Uses it ${MARKUP}`);
    await type(page, 'Alternative text', `A banner ${MARKUP}`);
    await page.select('select[name=folder_id]', '');
    await clickButton(page, 'Save');
    await seeText(page, 'The file was changed.');
    expect(await find({ search: 'a banner' })).toMatchObject({
      id,
      alt_text: `A banner ${MARKUP}`,
      folder_id: null,
    });
    await page.waitForSelector('[role=dialog]', { hidden: true });
    await clickButton(page, 'banner.png');
    await seeText(page, `Uses it ${MARKUP}`);
    await settle(page);
    await expectSound(page);
  });

  test('fills in alternative texts that are missing, one after the other', async () => {
    await library.upload(drawPng(6), 'mute.png');
    const page = await open('&show=missing_alt&search=mute');
    await clickButton(page, 'mute.png');
    await type(page, 'Alternative text', 'A picture');
    await clickButton(page, 'Save');
    await seeText(page, 'Nothing matches');
    await clickButton(page, 'Clear filters');
    await seeText(page, 'mute.png');
    expect(await page.$('[role=dialog]')).toBeNull();
    await page.close();
  });

  test('replaces a file', async () => {
    const before = await find({ search: 'logo' });
    const page = await open();
    await clickButton(page, 'logo.png');
    await page.waitForSelector('[role=dialog] input[type=file]');
    const position = (await page.$$('input[type=file]')).length - 1;
    await choose(page, position, 'new.png', drawPng(9));
    await seeText(page, 'The file was replaced.');
    const after = await find({ search: 'logo' });
    expect(after.id).toBe(before.id);
    expect(after.url).not.toBe(before.url);
    await page.close();
  });

  test('puts a file into the trash and takes it out again', async () => {
    const { id } = await library.upload(drawPng(5), 'doomed.png');
    const page = await open('&search=doomed');
    await clickButton(page, 'doomed.png');
    await clickButton(page, 'Delete file');
    await seeText(page, 'It goes to the trash');
    await page.locator('[role=dialog] button[type=submit]:last-of-type').wait();
    await page.evaluate('[...document.querySelectorAll("[role=dialog] button[type=submit]")].at(-1).click()');
    await seeText(page, 'Nothing matches');
    await clickButton(page, 'Undo');
    await seeText(page, 'doomed.png');
    expect((await find({ search: 'doomed' })).id).toBe(id);
    await page.close();
  });

  test('creates, renames and deletes folders', async () => {
    const page = await open();
    await clickButton(page, 'New folder');
    await type(page, 'Name', 'Autumn');
    await clickButton(page, 'Save');
    await seeText(page, 'The folder was created.');
    await clickButton(page, 'New folder');
    await type(page, 'Name', 'Autumn');
    await clickButton(page, 'Save');
    await page.waitForSelector('[role=dialog] .text-bad');
    await page.close();
  });

  test('offers a viewer nothing to change', async () => {
    const { app } = dashboard();
    await dashboard().useSession(await signInMember(app, app.first.team_id, 'viewer'));
    const page = await open();
    await clickButton(page, 'terms.pdf');
    await seeText(page, 'It is not used in any template');
    await settle(page);
    const controls = '[...document.querySelectorAll("button")].map(({ textContent }) => textContent)';
    const shown = (await page.evaluate(controls)) as string[];
    for (const text of ['Upload files', 'New folder', 'Save', 'Delete file', 'Replace file'])
      expect(shown).not.toContain(text);
    await expectSound(page);
  });
});
