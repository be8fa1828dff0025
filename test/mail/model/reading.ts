import { expect } from 'bun:test';
import {
  type Fault,
  type ParsedContent,
  parseContent,
  type ReadOptions,
} from '../../../src/mail/model/index.ts';

/** Ids counted up: id-1, id-2, … */
export function countingIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `id-${count}`;
  };
}

/** Reads a content as the service does, with ids that can be foretold. */
export function read(input: unknown, options: Partial<ReadOptions> = {}): ParsedContent {
  return parseContent(input, { makeId: countingIds(), ...options });
}

/** The faults of a content that has to be refused as invalid. */
export function faultsOf(input: unknown, options: Partial<ReadOptions> = {}): Fault[] {
  const result = read(input, options);
  if (result.ok) throw new Error('accepted, though it should be refused');
  expect(result.reason).toBe('invalid');
  return result.faults;
}

/** The full form of a content that has to be accepted, read back from its JSON text. */
export function fullForm(input: unknown, options: Partial<ReadOptions> = {}) {
  const result = read(input, options);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.faults)}`);
  expect(JSON.stringify(result.content)).toBe(result.json);
  return JSON.parse(result.json);
}

/** A minimal block of each known type: what a writer cannot leave out. */
export const minimalBlocks: Record<string, Record<string, unknown>> = {
  section: {},
  title: { content: '<p>Hello</p>' },
  paragraph: { content: '<p>Hello</p>' },
  image: {},
  button: { text: 'Go' },
  divider: {},
  video: {},
  social: { icons: [{ platform: 'website' }] },
  spacer: {},
  html: {},
  menu: { items: [{ text: 'Home' }] },
  table: { rows: [{ cells: [{}] }] },
  countdown: { targetDate: '2031-05-01T18:00:00' },
  custom: { customType: 'card' },
};

/** The value a JSON Pointer leads to, or undefined. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}
