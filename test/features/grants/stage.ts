import { afterAll, beforeAll, expect } from 'bun:test';
import { createProject, createTeam } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember } from '../members/people.ts';
import { pathOf } from './agent.ts';

export const INVALID_GRANT = { error: 'invalid_grant', error_description: expect.any(String) };

export const ofTenant = (app: TestApp, project: string, tenant: string) =>
  app.deps.baseUrl + pathOf(project, tenant);

export const accountOf = async (person: Browser): Promise<{ id: string; email: string }> =>
  (await person.get('/session')).body.account;

export let app: TestApp;
/** Members of the first project's team. */
export let editor: Browser;
export let viewer: Browser;
/** The owner of another team, and its project. */
export let stranger: Browser;
export let others: { team: string; project: string };

/**
 * An app with two teams, once for the file that calls this.
 * The first project has the tenants `default` and `acme`, the other one `default`.
 */
export function useStage(): void {
  beforeAll(async () => {
    app = await createTestApp();
    await app.openTenant();
    await app.openTenant('acme');
    const team = await perform(createTeam, app.deps, adminScope, { name: 'Others' });
    const project = await perform(createProject, app.deps, adminScope, {
      name: 'Theirs',
      plan: 'scale',
      team_id: team.id,
    });
    const { client_id, client_secret } = project;
    await app.exchangeToken('default', { client_id, client_secret });
    editor = await signInMember(app, app.first.team_id, 'editor');
    viewer = await signInMember(app, app.first.team_id, 'viewer');
    stranger = await signInMember(app, team.id, 'owner');
    others = { team: team.id, project: project.id };
  });
  afterAll(() => app.stop());
}
