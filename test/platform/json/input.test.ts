import { describe, expect, test } from 'bun:test';
import { type TSchema, Type } from '@sinclair/typebox';
import { DomainError, type FieldErrors, invalidField } from '../../../src/platform/errors.ts';
import { parseInput, toFieldPath } from '../../../src/platform/json/input.ts';
import { MAX_INPUT_DEPTH } from '../../../src/platform/json/unsafe-value.ts';

function errorsOf(schema: TSchema, input: unknown): FieldErrors {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'validation_failed') return error.details.errors ?? {};
    throw error;
  }
  return {};
}

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('defaults', () => {
  const schema = Type.Object({
    sort: Type.String({ default: 'newest' }),
    revoke: Type.Boolean({ default: false }),
    note: Type.Optional(Type.String()),
  });

  test('fill what is missing, in a copy', () => {
    const input = { note: 'x' };
    expect(parseInput(schema, input)).toEqual({ note: 'x', sort: 'newest', revoke: false });
    expect(input).toEqual({ note: 'x' });
  });

  test('leave what is given alone, and input without gaps as it is', () => {
    const input = { sort: 'oldest', revoke: true, unknown: { kept: true } };
    expect(parseInput(schema, input)).toBe(input as never);
    expect(errorsOf(schema, { sort: null })).toHaveProperty('sort');
  });

  test('are not taken from what is inherited', () => {
    const tempting = Type.Object({ constructor: Type.String({ default: 'x' }) });
    const parsed = parseInput(tempting, {}) as Record<string, unknown>;
    expect(Object.getOwnPropertyDescriptor(parsed, 'constructor')?.value).toBe('x');
  });
});

describe('a message says what a value must be', () => {
  const Mode = Type.Union([Type.Literal('read'), Type.Literal('write')]);
  test.each([
    [Mode, 'must be one of: "read", "write".'],
    [Type.Union([Mode, Type.Null()]), 'must be "read", "write" or null.'],
    [Type.Union([Type.String(), Type.Null()]), 'must be a string or null.'],
    [
      Type.Union([Type.Integer(), Type.Array(Type.String()), Type.Null()]),
      'must be an integer, an array or null.',
    ],
    [Type.Literal(true), 'must be true.'],
    [Type.Literal('x'), 'must be "x".'],
    [Type.Null(), 'must be null.'],
    [Type.Integer(), 'must be an integer.'],
    [Type.Boolean(), 'must be a boolean.'],
  ] as [TSchema, string][])('%j', (schema, message) => {
    expect(errorsOf(Type.Object({ field: schema }), { field: {} })).toEqual({ field: [message] });
  });
});

describe('depth', () => {
  test(`of ${MAX_INPUT_DEPTH} is accepted, one more is not, and the field is named shortly`, () => {
    const schema = Type.Object({});
    expect(errorsOf(schema, { deep: nested(MAX_INPUT_DEPTH - 1) })).toEqual({});
    const errors = errorsOf(schema, { deep: nested(MAX_INPUT_DEPTH) });
    const [[field, messages] = ['', []]] = Object.entries(errors);
    expect(field).toStartWith('deep');
    expect(field.length).toBeLessThan(40);
    expect(messages[0]).toContain('100');
  });

  test('of a hundred thousand does not end the process', () => {
    expect(Object.keys(errorsOf(Type.Object({}), { deep: nested(100_000) }))).toHaveLength(1);
  });
});

describe('complaints', () => {
  test.each<[string, TSchema, unknown, FieldErrors]>([
    [
      'missing fields, each',
      Type.Object({ a: Type.String(), b: Type.Number() }),
      {},
      { a: ['is required.'], b: ['is required.'] },
    ],
    [
      'nested ones with their path',
      Type.Object({ a: Type.Object({ b: Type.Array(Type.Object({ c: Type.String() })) }) }),
      { a: { b: [{ c: 'x' }, {}] } },
      { 'a.b.1.c': ['is required.'] },
    ],
    [
      'a choice with its values',
      Type.Object({ a: Type.Union([Type.Literal('x'), Type.Literal(2)]) }),
      { a: 'y' },
      { a: ['must be one of: "x", 2.'] },
    ],
    [
      'a key with a slash and a tilde',
      Type.Record(Type.String(), Type.String()),
      { 'a/b~c': 1 },
      { 'a/b~c': ['must be a string.'] },
    ],
    [
      'a field called as something every object has',
      Type.Record(Type.String(), Type.String()),
      { constructor: 1 },
      { constructor: ['must be a string.'] },
    ],
    [
      'an unknown field with those there are',
      Type.Object({ a: Type.Optional(Type.String()), b: Type.Null() }, { additionalProperties: false }),
      { b: null, c: 1 },
      { c: ['is not known here. Known are: a, b.'] },
    ],
    [
      'an unknown field where there are none',
      Type.Object({ a: Type.Object({}, { additionalProperties: false }) }),
      { a: { b: 1 } },
      { 'a.b': ['is not known here.'] },
    ],
    [
      'too few and too many, in the singular where it is one',
      Type.Object({
        a: Type.Array(Type.String(), { minItems: 1 }),
        b: Type.Array(Type.String(), { maxItems: 1 }),
        c: Type.Array(Type.String(), { minItems: 2 }),
        d: Type.String({ maxLength: 1 }),
        e: Type.String({ minLength: 2 }),
      }),
      { a: [], b: ['', ''], c: [], d: 'xx', e: '' },
      {
        a: ['must have at least 1 item.'],
        b: ['must have at most 1 item.'],
        c: ['must have at least 2 items.'],
        d: ['must have at most 1 character.'],
        e: ['must have at least 2 characters.'],
      },
    ],
    ['input that is no object', Type.Object({}), 5, { '': ['must be an object.'] }],
  ])('%s', (_name, schema, input, expected) => {
    expect(errorsOf(schema, input)).toEqual(expected);
  });

  test('are fifty at most', () => {
    const input = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i]));
    expect(Object.keys(errorsOf(Type.Record(Type.String(), Type.String()), input))).toHaveLength(50);
  });

  test('end at a list that is far too long, so that its items are not checked one by one', () => {
    let reads = 0;
    const items = new Proxy(
      Array.from({ length: 20_000 }, () => 'x'),
      {
        get(list, key, receiver) {
          if (typeof key === 'string' && /^\d/.test(key)) reads += 1;
          return Reflect.get(list, key, receiver);
        },
      },
    );
    const schema = Type.Object({ a: Type.Array(Type.String(), { maxItems: 10 }), b: Type.String() });
    expect(errorsOf(schema, { a: items, b: 1 })).toEqual({ a: ['must have at most 10 items.'] });
    // Once, for unsafe values.
    expect(reads).toBe(20_000);
  });

  test('the message names the first field and how many more there are', () => {
    const schema = Type.Object({ a: Type.String(), b: Type.String(), c: Type.String() });
    expect(() => parseInput(schema, {})).toThrow('a is required. (and 2 more)');
    expect(() => parseInput(schema, { a: '', b: '' })).toThrow(/^c is required\.$/);
  });
});

test.each([
  ['tags', 'must be a list.', 'tags must be a list.'],
  ['tags', '"a" is reserved.', 'tags: "a" is reserved.'],
  ['operations', '"operations" must be a list; got 5.', '"operations" must be a list; got 5.'],
  ['content.blocks.0.level', '"level" must be 1.', '"level" must be 1. (content.blocks.0.level)'],
])('a message names its field once: %s, %s', (field, message, sentence) => {
  expect(invalidField(field, message).message).toBe(sentence);
});

test('a JSON Pointer becomes a dotted path', () => {
  expect(toFieldPath('/a/0/b')).toBe('a.0.b');
  expect(toFieldPath('/a~1b/c~0d')).toBe('a/b.c~d');
  expect(toFieldPath('/~01')).toBe('~1');
  expect(toFieldPath('')).toBe('');
});
