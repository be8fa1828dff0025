import { test } from 'bun:test';
import { join } from 'node:path';

const client = await Bun.file(join(import.meta.dir, '../../src/sdk/api.generated.ts')).text();

/** Whether the service has this operation. */
export const hasOperation = (name: string): boolean => new RegExp(`^  ${name}: '`, 'm').test(client);

/**
 * Stands for steps of a part the service does not have yet. Once it has it, the steps have to be written.
 * @throws in CI when the operation is there
 */
export function leaveOutUntil(operation: string, steps: string): void {
  if (hasOperation(operation) && (Bun.env.CI === 'true' || Bun.env.CI === '1')) {
    throw new Error(`The service has ${operation} now: write the steps "${steps}".`);
  }
  test.skip(`${steps}: the service has no ${operation} yet`, () => {});
}
