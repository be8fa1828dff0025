import { expect } from 'bun:test';
import { DomainError } from '../../../src/platform/errors.ts';
import { smallContent, type TestApp } from '../../support/test-app.ts';

export type Session = Awaited<ReturnType<TestApp['openTenant']>>;

/** The error code with which an attempt fails, or its result. */
export async function codeOf(attempt: Promise<unknown>): Promise<unknown> {
  const error = await attempt.catch((thrown: unknown) => thrown);
  return error instanceof DomainError ? error.code : error;
}

export async function createTemplate({ request }: Session, name = 'Spring'): Promise<string> {
  const created = await request('POST', '/templates', { body: { name, content: smallContent() } });
  expect(created.status).toBe(201);
  return created.body.data.id;
}
