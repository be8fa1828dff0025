import { describe, expect, test } from 'bun:test';
import { toCsv, toNdjson } from '../../src/dashboard/data/csv.ts';

describe('a download of a list', () => {
  test('as CSV has a column for each field, also of nested ones', () => {
    const rows = [
      { id: 1, actor: { name: 'Anna' }, summary: null },
      { id: 2, actor: { name: 'Bob' }, version: 3 },
    ];
    expect(toCsv(rows)).toBe('id,actor.name,summary,version\r\n1,Anna,,\r\n2,Bob,,3\r\n');
  });

  test.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'a "b"', '"a ""b"""'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['a formula', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['a sum', '+1', "'+1"],
    ['a difference', '-1+1', "'-1+1"],
    ['a function', '@SUM(1)', "'@SUM(1)"],
    ['a tab', '\t=1', "'\t=1"],
  ])('as CSV defuses %s', (_name, text, cell) => {
    expect(toCsv([{ text }])).toBe(`text\r\n${cell}\r\n`);
  });

  test('as NDJSON has a line for each row', () => {
    expect(toNdjson([{ a: '=1' }, { b: null }])).toBe('{"a":"=1"}\n{"b":null}\n');
  });
});
