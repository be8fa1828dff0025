import { expect } from 'bun:test';
import {
  type Block,
  type EditedContent,
  editContent,
  type Fault,
  type TemplateContent,
} from '../../../src/mail/model/index.ts';
import { countingIds, fullForm } from './reading.ts';

type Edited = EditedContent & { ok: true };

/** Edits a content as the service does, with ids that can be foretold; the input must stay as it was. */
export function edit(content: TemplateContent, operations: unknown): EditedContent {
  const before = JSON.stringify(content);
  const given = JSON.stringify(operations);
  const result = editContent(content, operations, { makeId: countingIds() });
  expect(JSON.stringify(content)).toBe(before);
  expect(JSON.stringify(operations)).toBe(given);
  if (result.ok) expect(JSON.stringify(result.content)).toBe(result.json);
  return result;
}

/** The outcome of operations that have to be accepted. */
export function edited(content: TemplateContent, ...operations: unknown[]): Edited {
  const result = edit(content, operations);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.faults)}`);
  return result;
}

/** The faults of operations that have to be refused. */
export function editFaults(content: TemplateContent, ...operations: unknown[]): Fault[] {
  const result = edit(content, operations);
  if (result.ok) throw new Error(`accepted: ${result.json}`);
  expect(result.reason).toBe('invalid');
  return result.faults;
}

/** Ids in reading order, those inside a section as lists: a (p1 p2 | p3) b. */
export function arrangement({ blocks }: TemplateContent): string {
  const lists = (block: Block) =>
    block.type === 'section'
      ? `${block.id}(${block.children.map((list) => list.map(({ id }) => id).join(' ')).join('|')})`
      : block.id;
  return blocks.map(lists).join(' ');
}

/** Two buttons, a title, a section of two columns with three blocks, and a block of a newer editor. */
export function newsletter(): TemplateContent {
  return fullForm({
    blocks: [
      { id: 't', type: 'title', content: '<p>Hello</p>', color: '#111111' },
      { id: 'b1', type: 'button', text: 'Go', url: 'https://example.com' },
      {
        id: 's',
        type: 'section',
        columns: '2',
        children: [
          [
            { id: 'p', type: 'paragraph', content: '<p>Left</p>' },
            { id: 'b2', type: 'button', text: 'Stop', glow: { size: 3 } },
          ],
          [{ id: 'c', type: 'custom', customType: 'card', fieldValues: { sku: 'A', price: { net: 3 } } }],
        ],
      },
      { id: 'u', type: 'tabs', tabs: [1, 2] },
    ],
    settings: {
      width: 600,
      backgroundColor: '#ffffff',
      fontFamily: 'Arial',
      locale: 'en',
      preheaderText: 'Hi',
    },
  });
}

/** One operation, the path below it, and the message. */
export type Refusal = [operation: unknown, path: string, message: string];

/** Expects exactly one fault, after an operation that is right and deletes block c. */
export function refuses([operation, path, message]: Refusal): void {
  const found = editFaults(newsletter(), { op: 'delete', id: 'c' }, operation);
  expect(found).toEqual([{ path: `/operations/1${path}`, message }]);
}
