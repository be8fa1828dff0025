import { expect, test } from 'bun:test';
import { decodeText, UnknownCharset } from '../../../src/mail/parse/decode-text.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each<[string, Uint8Array, string | undefined, string]>([
  ['a byte order mark of UTF-8', bytes('efbbbf c3b6'), 'windows-1252', 'ö'],
  ['a byte order mark of UTF-16', bytes('fffe 3c00 f600'), undefined, '<ö'],
  ['big-endian UTF-16 without a mark', bytes('003c 00f6'), undefined, '<ö'],
  ['a header', latin1('\x80'), 'windows-1252', '€'],
  [
    'a header before a meta element',
    latin1('<meta charset="utf-8">\xf6'),
    'iso-8859-1',
    '<meta charset="utf-8">ö',
  ],
  ['a meta element', latin1('<meta charset=koi8-r>\xc1'), undefined, '<meta charset=koi8-r>а'],
  [
    'an older meta element',
    latin1('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">\xb1'),
    undefined,
    '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">ą',
  ],
  [
    'an XML declaration',
    latin1('<?xml version="1.0" encoding="ISO-8859-15"?>\xa4'),
    undefined,
    '<?xml version="1.0" encoding="ISO-8859-15"?>€',
  ],
  [
    'a meta element that cannot be true',
    Buffer.from('<meta charset="utf-16">ö'),
    undefined,
    '<meta charset="utf-16">ö',
  ],
  ['nothing, in UTF-8', Buffer.from('日本'), undefined, '日本'],
  ['nothing, in another one', latin1('\xf6'), undefined, 'ö'],
  ['Shift_JIS', bytes('82a0'), 'Shift_JIS', 'あ'],
  ['ISO-2022-JP', bytes('1b2442 2422'), 'iso-2022-jp', 'あ'],
  ['EUC-KR', bytes('b0a1'), 'euc-kr', '가'],
  ['GB18030', bytes('c4e3'), 'gb18030', '你'],
  ['Big5', bytes('a741'), 'big5', '你'],
])('a text is decoded by %s', (_name, source, declared, expected) => {
  expect(decodeText(source, declared)).toBe(expected);
});

test.each(['utf-7', 'unicode-1-1-utf-7', 'nothing-known'])('%s is refused', (charset) => {
  expect(() => decodeText(latin1('+ADw-script+AD4-'), charset)).toThrow(UnknownCharset);
});
