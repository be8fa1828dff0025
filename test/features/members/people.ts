import { expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import { addLink, createAccountLink } from '../../../src/features/accounts/index.ts';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { Role } from '../../../src/platform/security/roles.ts';
import { adminScope, type TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from '../accounts/browser.ts';

let people = 0;

async function accept(app: TestApp, url: string): Promise<Browser> {
  people += 1;
  const browser = new Browser(app);
  const email = `person-${people}@example.com`;
  const body = { token: tokenOf(url), name: `Person ${people}`, email, password: PASSWORD };
  expect((await browser.post('/link/password', body)).body).toEqual({ next: null });
  return browser;
}

/** Signs in a new operator of the instance. */
export const signInOperator = async (app: TestApp): Promise<Browser> =>
  accept(app, (await perform(createAccountLink, app.deps, adminScope, {})).url);

/** Signs in a new member of a team. */
export async function signInMember(app: TestApp, teamId: string, role: Role): Promise<Browser> {
  const link = { kind: 'invitation' as const, teamId, role, createdBy: 'test' };
  const { url } = await app.deps.db.transaction((db) => addLink(app.deps, db, link));
  return accept(app, url);
}

/** All sign-ins are then 16 minutes old. */
export async function makeSignInsOld({ deps }: TestApp): Promise<void> {
  const signedInAt = deps.clock.now() - 16 * MINUTE_MS;
  await deps.db.transaction((db) => db.run(sql`UPDATE account_sessions SET created_at = ${signedInAt}`));
}
