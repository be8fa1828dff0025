import { expect, test } from 'bun:test';
import { parseContent, type TemplateContent } from '../../src/mail/model/index.ts';
import { Room } from '../../src/realtime/room.ts';

const blocks = Array.from({ length: 5000 }, (_, index) => ({ id: `${index}`, type: 'spacer', height: 10 }));
const parsed = parseContent({ blocks, settings: {} }, { makeId: () => '' });
const content = (parsed.ok ? parsed.content : undefined) as TemplateContent;

function addUpdates(room: Room, count: number): void {
  for (let height = 0; height < count; height += 1) {
    const operation = {
      operation: 'update_block',
      data: { block_id: `${4998 + (height % 2)}`, updates: { height } },
    };
    room.add(operation, JSON.stringify(operation), { sender: room });
  }
}

test('operations that would take too long are not applied', () => {
  const room = new Room({ length: 0 });
  addUpdates(room, 50);
  expect(room.apply(content)?.blocks.at(-1)).toMatchObject({ height: 49 });
  addUpdates(room, 5000);
  expect(room.apply(content)).toBeUndefined();
  expect(room.hasShownPlaces(content, { ...content, blocks: [] })).toBe(true);
});

test('the total of all rooms does not take the operations of small rooms', () => {
  const full = 64 * 1024 * 1024;
  const budget = { length: full };
  const [small, large] = [new Room(budget), new Room(budget)];
  addUpdates(small, 10);
  addUpdates(large, 5000);
  expect(small.apply(content)?.blocks.at(-1)).toMatchObject({ height: 9 });
  expect(budget.length - full).toBeLessThan(20 * 1024);
});

test('people who type at the same time leave an operation each', () => {
  const budget = { length: 0 };
  const room = new Room(budget);
  const senders = [{}, {}];
  for (let index = 0; index < 100; index += 1) {
    const data = { block_id: `${index % 2}`, updates: { height: index } };
    const operation = { operation: 'update_block', data };
    room.add(operation, JSON.stringify(operation), { sender: senders[index % 2] });
  }
  expect(budget.length).toBeLessThan(200);
  expect(room.apply(content)?.blocks.slice(0, 2)).toMatchObject([{ height: 98 }, { height: 99 }]);
});
