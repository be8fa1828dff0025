import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { changes, fullContent, withChanges } from './arbitrary-content.ts';
import { read, resolvePointer } from './reading.ts';

test('any full content is accepted and comes back the same, with nothing filled in', () => {
  fc.assert(
    fc.property(fullContent, (input) => {
      const result = read(input, {
        makeId: () => {
          throw new Error('an id was made');
        },
      });
      if (!result.ok) throw new Error(JSON.stringify(result.faults));
      expect(result.content as unknown).toBe(input);
      expect(JSON.stringify(JSON.parse(result.json))).toBe(JSON.stringify(input));
      expect(JSON.parse(result.json)).toEqual(input);
    }),
  );
});

test('any JSON is either accepted or refused with faults, never an exception', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      const result = read(input);
      expect(result.ok || result.faults.length > 0).toBe(true);
    }),
  );
});

test('a damaged content: the input is not changed, paths lead into it, the full form is final', () => {
  fc.assert(
    fc.property(fullContent, changes, (content, list) => {
      const input = withChanges(content, list);
      const before = JSON.stringify(input);
      const result = read(input);
      expect(JSON.stringify(input)).toBe(before);
      if (result.ok) {
        const again = read(result.content);
        expect(again.ok && again.content).toBe(result.content);
        expect(again.ok && again.json).toBe(result.json);
        return;
      }
      expect(new Set(result.faults.map((fault) => fault.path)).size).toBe(result.faults.length);
      for (const { path } of result.faults) {
        const parent = path.slice(0, path.lastIndexOf('/'));
        const isThere = resolvePointer(input, path) !== undefined;
        expect(isThere || resolvePointer(input, parent) !== undefined).toBe(true);
      }
    }),
  );
});
