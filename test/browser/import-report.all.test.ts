import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { compareMail } from '../import-report/compare.ts';
import { readMails, type SourceMail } from '../import-report/mails.ts';
import { Viewer } from '../import-report/viewer.ts';
import { describeInBrowser, START_MS } from './browser.ts';

setDefaultTimeout(120_000);

const FOLDER = join(import.meta.dir, '../fixtures/import');

/**
 * A sample of the mails with lower bounds of the similarity at 700 and 360 pixels. The first two have padding of 45 pixels
 * also on phones, where imports have 24: their lines break elsewhere.
 */
const SAMPLE: [name: string, wide: number, phone: number][] = [
  ['html-postmark/password-reset.html', 0.9, 0.55],
  ['html-postmark/welcome.html', 0.9, 0.4],
  ['mjml-colorlib/18.mjml', 0.95, 0.95],
];

describeInBrowser('imported mails beside their originals', () => {
  let viewer: Viewer | undefined;
  let mails: SourceMail[] = [];
  beforeAll(async () => {
    viewer = await Viewer.open();
    mails = await readMails(FOLDER);
  }, START_MS);
  afterAll(() => viewer?.close());

  test.each(SAMPLE)('%s keeps its looks, and all words visible', async (name, wide, phone) => {
    const mail = mails.find((candidate) => candidate.name === name);
    if (!viewer || !mail) throw new Error(`There is no ${name}.`);
    const { comparison } = await compareMail(viewer, mail);
    expect(comparison.words).toBeGreaterThan(50);
    expect(comparison).toMatchObject({ missing: [], invisible: [] });
    expect(comparison.wide).toBeGreaterThan(wide);
    expect(comparison.phone).toBeGreaterThan(phone);
    expect(comparison.htmlBlocks / comparison.blocks).toBeLessThanOrEqual(0.1);
  });

  test('words without contrast count as invisible', async () => {
    if (!viewer) throw new Error('There is no browser.');
    const html =
      '<body style="background:#fff"><p style="color:#fefefe">white</p><p style="color:#777">gray</p></body>';
    const { words } = await viewer.see(html, 700, () => Promise.reject(new Error('no pictures')));
    expect(words).toEqual([
      { word: 'white', isVisible: false },
      { word: 'gray', isVisible: true },
    ]);
  });
});
