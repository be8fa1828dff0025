import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { planChange } from '../../../src/features/ai/changes/plan-change.ts';
import { showBlocks } from '../../../src/features/ai/changes/shown-content.ts';
import { createTagCheck } from '../../../src/features/ai/prompting/prompt.ts';
import { editContent, type TemplateContent, walkBlocks } from '../../../src/mail/model/index.ts';
import { fullContent } from '../../mail/model/arbitrary-content.ts';
import { runs } from '../../support/property-runs.ts';
import { type Answer, bytesOf } from './planned-change.ts';

test('whatever the mail, a model that rewrites everything changes what it named and nothing else', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fullContent, fc.array(fc.nat(), { maxLength: 3 }), (json, picks) => {
      const before = json as unknown as TemplateContent;
      const ids = [...walkBlocks(before)].map(({ block }) => block.id);
      const touches = [...new Set(picks.flatMap((pick) => ids[pick % Math.max(ids.length, 1)] ?? []))];
      const operations = ids.flatMap((id) => [
        { op: 'update', id, fields: { styles: { backgroundColor: '#123456' } } },
        { op: 'move', id, index: 0 },
      ]);
      const greedy = [
        ...operations,
        { op: 'update_settings', fields: { width: 1 } },
        ...ids.slice(0, 2).map((id) => ({ op: 'delete', id })),
      ];
      const result = planChange(before, { reply: '', touches, operations: greedy }, createTagCheck(before));
      if (!result.ok) return;
      accepted += 1;
      const { content, operations: smallest } = result.value;
      const [old, now] = [bytesOf(before), bytesOf(content)];
      const inside = new Set(
        before.blocks.flatMap((block) =>
          block.type === 'section' && touches.includes(block.id)
            ? block.children.flat().map(({ id }) => id)
            : [],
        ),
      );
      const sectionsOf = (id: string) =>
        before.blocks.some(
          (block) =>
            block.type === 'section' &&
            block.id === id &&
            block.children.flat().some((inner) => touches.includes(inner.id)),
        );
      for (const id of ids) {
        if (touches.includes(id) || inside.has(id) || sectionsOf(id)) continue;
        expect(now.get(id)).toBe(old.get(id) as string);
      }
      expect(JSON.stringify(content.settings)).toBe(JSON.stringify(before.settings));
      const untouched = (list: readonly { id: string }[]) =>
        list.map(({ id }) => id).filter((id) => !touches.includes(id) && ids.includes(id));
      const top = new Set(before.blocks.map(({ id }) => id));
      expect(untouched(content.blocks).filter((id) => top.has(id))).toEqual(untouched(before.blocks));
      if (smallest !== undefined && smallest.length > 0) {
        const edited = editContent(before, smallest, { makeId: () => 'x', unknown: 'keep' });
        expect(edited.ok && edited.content).toEqual(content);
      }
    }),
  );
  expect(accepted).toBeGreaterThanOrEqual(runs(15));
});

test('whatever the mail, all blocks written anew change what was named and nothing else', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fullContent, fc.nat(), fc.func(fc.boolean()), (json, pick, hasId) => {
      const before = json as unknown as TemplateContent;
      const ids = [...walkBlocks(before)].map(({ block }) => block.id);
      const touched = before.blocks[pick % Math.max(before.blocks.length, 1)]?.id;
      const lines = showBlocks(before)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      const shown = new Map(ids.map((id, index) => [id, lines[index]]));
      const rewrite = (block: { id: string }): Answer => {
        const { id, ...fields } = shown.get(block.id) as Answer;
        return { ...fields, ...(hasId(block.id) && { id }), styles: { backgroundColor: '#123456' } };
      };
      const blocks = before.blocks.map((block) =>
        block.type === 'section'
          ? { ...rewrite(block), id: block.id, children: block.children.map((list) => list.map(rewrite)) }
          : rewrite(block),
      );
      const touches = touched === undefined ? [] : [touched];
      const result = planChange(before, { reply: '', touches, blocks }, createTagCheck(before));
      if (!result.ok) return;
      accepted += 1;
      const [old, now] = [bytesOf(before), bytesOf(result.value.content)];
      const section = before.blocks.find(({ id }) => id === touched);
      const inside = section?.type === 'section' ? section.children.flat().map(({ id }) => id) : [];
      for (const id of ids)
        if (id !== touched && !inside.includes(id)) expect(now.get(id)).toBe(old.get(id) as string);
    }),
  );
  expect(accepted).toBeGreaterThanOrEqual(runs(10));
});
