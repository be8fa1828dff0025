import { describe, expect, test } from 'bun:test';
import { planOperations, type TemplateContent } from '../../../src/mail/model/index.ts';
import { edited, newsletter } from './editing.ts';
import { fullForm } from './reading.ts';

describe('operations', () => {
  const plan = (...operations: unknown[]) =>
    planOperations(newsletter(), edited(newsletter(), ...operations).content).operations;

  test.each<[string, object[]]>([
    ['nothing', []],
    [
      'one change for blocks that change alike',
      [{ op: 'update', ids: ['b1', 'b2'], fields: { fontSize: 20 } }],
    ],
    ['a move', [{ op: 'move', id: 't', after: 's' }]],
    ['a move into a column', [{ op: 'move', id: 'b1', section: 's', column: 1, index: 0 }]],
    ['settings', [{ op: 'update_settings', fields: { width: 500, preheaderText: null } }]],
    ['another layout, with its columns', [{ op: 'update', id: 's', fields: { columns: '3' } }]],
    ['a deletion with what is inside', [{ op: 'delete', id: 's' }]],
  ])('are as few as one would send: %s', (_name, operations) => {
    if (operations.length === 0)
      expect(planOperations(newsletter(), newsletter())).toEqual({ operations: [] });
    else expect(plan(...operations)).toEqual(operations as never);
  });

  const spacers = (ids: string[]): TemplateContent =>
    fullForm({ blocks: ids.map((id) => ({ id, type: 'spacer' })) });
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`);
  const reasonOf = (before: TemplateContent, after: TemplateContent) => {
    const plan = planOperations(before, after);
    return plan.operations === null ? plan.reason : `${plan.operations.length} operations`;
  };

  test('200 are the most; then there are none', () => {
    const ids = numbered(300);
    expect(reasonOf(spacers(ids), spacers([...ids.slice(200), ...ids.slice(0, 200).toReversed()]))).toBe(
      '200 operations',
    );
    expect(reasonOf(spacers(ids), spacers(ids.toReversed()))).toStartWith(
      'It takes more than 200 operations.',
    );
  });

  test('when blocks are too many, sections are written whole', () => {
    const make = (height: number) =>
      fullForm({
        blocks: numbered(60).map((id) => ({
          id,
          type: 'section',
          children: [numbered(5).map((inner) => ({ id: `${id}-${inner}-${height}`, type: 'spacer' }))],
        })),
      });
    expect(reasonOf(make(1), make(2))).toBe('61 operations');
  });

  test('what they cannot say has a reason', () => {
    const start = newsletter();
    const cases: [TemplateContent, TemplateContent][] = [
      [start, { ...start, theme: 1 } as never],
      [start, { ...start, settings: { ...start.settings, hint: null } as never }],
      [start, { ...start, blocks: [...start.blocks, ...start.blocks] }],
      [start, { ...start, blocks: [5 as never] }],
    ];
    for (const [before, after] of cases) {
      expect(reasonOf(before, after)).toStartWith('Operations cannot express it');
    }
  });
});
