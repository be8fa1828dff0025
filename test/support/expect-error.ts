import { expect } from 'bun:test';
import type { Answer } from './test-app.ts';

/** What an answer must never show: stack traces, source files, statements of the database. */
const INSIDES =
  /\bat \S+ \(|\.ts\b|node_modules|\/src\/|SQLITE|SELECT |INSERT |drizzle|bun:|TypeError|RangeError/;

/** An error in the agreed form, readable across origins. */
export function expectError(answer: Answer, status: number, code: string): void {
  expectErrorForm(answer, status, code);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
}

/** An error of the backend API, which no page may read. */
export function expectServerError(answer: Answer, status: number, code: string): void {
  expectErrorForm(answer, status, code);
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
}

/** The answer is JSON with message, code and a request id, and shows no internals. */
function expectErrorForm(answer: Answer, status: number, code: string): void {
  const seen = { status: answer.status, code: answer.body?.code, text: answer.text.slice(0, 500) };
  expect(seen).toEqual({ status, code, text: seen.text });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w.:-]{1,64}$/);
  expect(typeof answer.body.message).toBe('string');
  expect(answer.body.message.length).toBeGreaterThan(5);
  expect(answer.text).not.toMatch(INSIDES);
  expect(answer.text.length).toBeLessThan(20_000);
  expect(Object.keys(answer.body)).not.toContain('stack');
  for (const messages of Object.values(answer.body.errors ?? {})) {
    expect(Array.isArray(messages) && messages.length > 0).toBe(true);
  }
}
