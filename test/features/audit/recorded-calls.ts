import { afterEach, beforeEach } from 'bun:test';
import { listToolCalls, type ToolCall } from '../../../src/features/audit/index.ts';
import { selectTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { TenantScope } from '../../../src/platform/scope.ts';
import { countRows } from '../../support/database-dump.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

export let app: TestApp;
let scope: TenantScope;
export let recorder: TestApp['deps']['services']['audit']['recorder'];

/** A new service for each test of the file that calls this, and its recorder. */
export function useRecorder(): void {
  beforeEach(async () => {
    app = await createTestApp();
    scope = await openScope('default');
    recorder = app.deps.services.audit.recorder;
  });
  afterEach(async () => {
    await app.stop();
  });
}

/** The scope of an agent in a tenant, which is made if it is new. */
export async function openScope(slug: string, key = { id: 'key-1', name: 'Claude' }): Promise<TenantScope> {
  await app.exchangeToken(slug);
  const { project_id: projectId, team_id: teamId } = app.first;
  const tenant = await selectTenant(app.deps.db.reader, projectId, slug);
  const plan = app.deps.plans.get('scale');
  if (tenant === undefined || plan === undefined) throw new Error('there is no such tenant');
  return {
    kind: 'tenant',
    actor: { kind: 'agent', ...key },
    teamId,
    projectId,
    tenant,
    plan,
    surface: 'mcp',
  };
}

export const callOf = (changed: Partial<ToolCall> = {}): ToolCall => ({
  at: app.clock.now(),
  scope,
  tool: 'get-template',
  outcome: 'ok',
  durationMs: 1,
  ...changed,
});
export const record = (changed: Partial<ToolCall> = {}, durable = true) =>
  recorder.record(callOf(changed), { durable });
export const list = (input: object = {}) => perform(listToolCalls, app.deps, adminScope, input);
export const toolsOf = async (input: object) => (await list(input)).items.map((item) => item.tool);
export const storedCalls = () => countRows(app, 'tool_calls');
