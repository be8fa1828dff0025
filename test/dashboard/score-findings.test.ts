import { expect, test } from 'bun:test';
import { type Finding, groupAlike } from '../../src/dashboard/pages/template/score-findings.ts';

const FIXES = { a: { op: 'delete', id: 'a' }, c: { op: 'delete', id: 'c' } } as const;

const finding = (id: string, message: string, fix?: Finding['fix']): Finding => ({
  id,
  severity: 'low',
  message,
  suggestion: 'Give it a fallback.',
  blockId: null,
  ...(fix && { fix }),
});

test('findings that say the same are one entry with the fixes of all, in the order of the first', () => {
  const groups = groupAlike([
    finding('a', 'name', [FIXES.a]),
    finding('b', 'city'),
    finding('c', 'name', [FIXES.c]),
    { ...finding('d', 'name'), severity: 'high' },
  ]);
  expect(groups.map(({ id, count, fix }) => [id, count, fix])).toEqual([
    ['a', 2, [FIXES.a, FIXES.c]],
    ['b', 1, undefined],
    ['d', 1, undefined],
  ]);
});
