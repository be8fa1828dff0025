import { expect, test } from 'bun:test';
import { readFailure } from '../../src/sdk/error.ts';

const errors = { sort: ['must be one of: newest, oldest.', 'is too long.'] };

/** Bodies of failed answers, with the message a page gets of them. */
const FAILURES: readonly (readonly [name: string, body: unknown, message: string])[] = [
  [
    'a message and fields',
    { message: 'sort: must be one of: newest, oldest.', errors },
    'sort: must be one of: newest, oldest.',
  ],
  ['only a message', { message: 'Template not found.' }, 'Template not found.'],
  ['only fields', { errors }, 'must be one of: newest, oldest.'],
  ['an empty message and fields', { message: '', errors }, 'must be one of: newest, oldest.'],
  ['a message that is no text', { message: 5 }, 'HTTP error 422'],
  ['no object', null, 'HTTP error 422'],
];

test.each(FAILURES)('the message of an answer with %s', async (_name, body, message) => {
  const failure = await readFailure(Response.json(body, { status: 422 }));
  expect([failure.message, failure.statusCode, failure.cause]).toEqual([message, 422, body]);
});
