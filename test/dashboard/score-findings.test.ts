import { expect, test } from 'bun:test';
import { type Finding, groupAlike } from '../../src/dashboard/pages/template/score-findings.ts';

const finding = (id: string, message: string, fix?: unknown[]): Finding => ({
  id,
  severity: 'low',
  message,
  suggestion: 'Give it a fallback.',
  ...(fix && { fix }),
});

test('findings that say the same are one entry with the fixes of all, in the order of the first', () => {
  const groups = groupAlike([
    finding('a', 'name', ['fix a']),
    finding('b', 'city'),
    finding('c', 'name', ['fix c']),
    { ...finding('d', 'name'), severity: 'high' },
  ]);
  expect(groups.map(({ id, count, fix }) => [id, count, fix])).toEqual([
    ['a', 2, ['fix a', 'fix c']],
    ['b', 1, undefined],
    ['d', 1, undefined],
  ]);
});
