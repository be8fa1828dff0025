import { describe, expect, test } from 'bun:test';
import { importWithPictures } from '../../../src/features/importing/import-with-pictures.ts';
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

const importEml = async (source: string | Uint8Array) => {
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
  await expect(readEml(`Subject: a\r\n\r\n${'x'.repeat(25 * 1024 ** 2)}`)).rejects.toThrow(
    'larger than 25 MB',
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

describe('the charset of a part', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const mail = (headers: string, body: Uint8Array) => Buffer.concat([latin1(`${headers}\r\n\r\n`), body]);
  const META = '<meta charset="windows-1252">';

  test.each<[string, Uint8Array, string]>([
    [
      'is that of its header',
      mail(
        'Content-Type: text/html; charset=shift_jis',
        Buffer.concat([latin1('<p>'), Buffer.from([0x82, 0xa0]), latin1('</p>')]),
      ),
      'あ',
    ],
    [
      'is that of its meta element',
      mail(
        'Content-Type: text/html\r\nContent-Transfer-Encoding: 8bit',
        latin1(`${META}<p>ge\xf6ffnet \x80</p>`),
      ),
      'geöffnet €',
    ],
    [
      'is found in quoted-printable',
      mail(
        'Content-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html',
        latin1('<meta charset=3Dwindows-1251><p>=CF=F0=E8</p>'),
      ),
      'При',
    ],
    [
      'is found in base64',
      mail(
        'Content-Type: text/html\r\nContent-Transfer-Encoding: base64',
        latin1(latin1(`${META}<p>\xf6</p>`).toString('base64')),
      ),
      'ö',
    ],
    [
      'is windows-1252 if its bytes are not UTF-8',
      mail('Content-Type: text/html', latin1('<p>\xf6</p>')),
      'ö',
    ],
    ['is UTF-8 if its bytes are', mail('Content-Type: text/html', Buffer.from('<p>日本</p>')), '日本'],
    [
      'is that of each part',
      mail(
        'Content-Type: multipart/mixed; boundary=b',
        Buffer.concat([
          latin1('--b\r\nContent-Type: text/html\r\n\r\n'),
          latin1(`${META}<p>\xf6</p>`),
          latin1('\r\n--b--\r\n'),
        ]),
      ),
      'ö',
    ],
  ])('%s', async (_name, source, expected) => {
    const { content } = await importEml(source);
    expect(JSON.stringify(content)).toContain(expected);
    expect(JSON.stringify(content)).not.toContain('\ufffd');
  });
});

test('a mail of several HTML parts has all of them', async () => {
  const part = (text: string) =>
    `--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Disposition: inline\r\n\r\n<p>${text}</p>\r\n`;
  const source = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part('First')}${part('Second')}--b--\r\n`;
  const json = JSON.stringify((await importEml(source)).content);
  expect([json.includes('First'), json.includes('Second')]).toEqual([true, true]);
});

test('pictures are found by Content-Location, and one that is missing is named', async () => {
  const source = [
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<img src="https://a.example/p/one.png"><p>x</p><img src="cid:gone@x">',
    '--b',
    'Content-Type: application/octet-stream; name="one.png"',
    'Content-Transfer-Encoding: base64',
    'Content-Location: https://a.example/p/one.png',
    '',
    'iVBORw0KGgo=',
    '--b--',
    '',
  ].join('\r\n');
  const { content, report } = await importEml(source);
  expect(JSON.stringify(content)).toContain('data:image/png;base64,iVBORw0KGgo=');
  expect(report.notes.map(({ what }) => what)).toContain('cid:gone@x');
});
