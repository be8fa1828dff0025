import { expect, test } from 'bun:test';
import { emlToHtml } from '../../../src/mail/import/read-eml.ts';

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

test('a picture that a mail names twice is in the page twice', async () => {
  const html = await emlToHtml(mailWith(2));
  expect(html.split('data:image/png;base64,')).toHaveLength(3);
  expect(html).toContain('<title>Spring</title>');
});

test('a picture that a mail names 10,000 times does not fill the memory', async () => {
  const html = await emlToHtml(mailWith(10_000));
  expect(html.length).toBeLessThan(17_000_000);
  expect(html).toContain('src="cid:one@x"');
});
