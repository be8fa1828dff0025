import { describe, expect, test } from 'bun:test';
import { importWithPictures } from '../../../src/features/importing/import-with-pictures.ts';
import { MAX_PICTURED_LENGTH } from '../../../src/mail/import/context.ts';
import { MAX_SOURCE_LENGTH } from '../../../src/mail/import/index.ts';
import { readEml } from '../../../src/mail/import/read-eml.ts';
import { readInlinePictures } from '../../../src/mail/import/read-inline-pictures.ts';

const PICTURE = 'iVBORw0KGgo'.repeat(20_000);

/** A mail that shows its one picture `times` times. */
const mailWith = (times: number) =>
  [
    'Subject: Spring',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="b"',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<img src="cid:one@x">'.repeat(times),
    '--b',
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <one@x>',
    '',
    PICTURE,
    '--b--',
    '',
  ].join('\r\n');

const importEml = async (source: string) => {
  const imported = await importWithPictures(await readEml(source), undefined);
  if (!imported.ok) throw new Error(imported.message);
  return imported;
};

test('a picture that a mail names twice is in the content twice', async () => {
  const { content, title } = await importEml(mailWith(2));
  expect(JSON.stringify(content).split('data:image/png;base64,')).toHaveLength(3);
  expect(title).toBe('Spring');
});

test('a picture that a mail names 10,000 times does not fill the memory', async () => {
  const content = JSON.stringify((await importEml(mailWith(10_000))).content);
  expect(content.length).toBeLessThan(25_000_000);
  expect(content).toContain('cid:one@x');
});

test('the pictures of a mail do not count for the size of its text', async () => {
  const large = mailWith(1).replace(PICTURE, 'iVBORw0KGgo0'.repeat(500_000));
  expect(large.length).toBeGreaterThan(MAX_SOURCE_LENGTH);
  expect(JSON.stringify((await importEml(large)).content)).toContain('data:image/png;base64,');
});

test('a saved mail that is too large is refused', async () => {
  await expect(readEml(`Subject: a\r\n\r\n${'x'.repeat(MAX_PICTURED_LENGTH)}`)).rejects.toThrow(
    'larger than 32 MB',
  );
});

describe('a page', () => {
  const picture = 'iVBORw0KGgo0'.repeat(400_000);

  test('that is too large with the pictures in it is imported without them, and gets them back', async () => {
    const page = `<p>Hi</p><div><img width="9" src="data:image/png;base64,${picture}"></div><img src="data:image/svg+xml,x">`;
    const mail = readInlinePictures(page);
    expect(String(mail?.input.body).length).toBeLessThan(200);
    const imported = await importWithPictures(mail as NonNullable<typeof mail>, undefined);
    expect(JSON.stringify(imported)).toContain(`"src":"data:image/png;base64,${picture}"`);
  });

  test('of another size is left alone', () => {
    expect(readInlinePictures('<img src="data:image/png;base64,aaaa">')).toBeUndefined();
    expect(() => readInlinePictures('x'.repeat(33 * 1024 * 1024))).toThrow('larger than 32 MB');
  });
});
