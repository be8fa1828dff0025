import { createApp } from '../../../src/app.ts';
import { loadSettings, type Settings } from '../../../src/config/index.ts';
import { listUsage } from '../../../src/features/ai/index.ts';
import { askModel, type ModelRequest } from '../../../src/features/ai/model/index.ts';
import { selectProject, selectTenant } from '../../../src/features/projects/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { TenantScope } from '../../../src/platform/scope.ts';
import { type FakeProvider, type FakeScript, startFakeProvider } from '../../support/fake-provider.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { openTestDatabase } from '../../support/test-database.ts';

export const KEY = 'sk-test-1234567890abcdef';

export interface Asking {
  app: TestApp;
  provider: FakeProvider;
  scope: TenantScope;
  ask(request?: Partial<ModelRequest>, scope?: TenantScope): ReturnType<typeof askModel>;
  stop(): Promise<void>;
}

/** Settings for a provider at `url`. */
export function settingsFor(wire: Settings['ai_provider'], url: string): Partial<Settings> {
  return { ai_provider: wire, ai_base_url: url, ai_model: 'test-model', ai_api_key: KEY };
}

/** An application that asks a fake provider. */
export async function startAsking(
  wire: Exclude<Settings['ai_provider'], 'none'> = 'openai-compatible',
  script?: FakeScript,
  settings: Partial<Settings> = {},
): Promise<Asking> {
  const provider = await startFakeProvider(script);
  const app = await createTestApp({ ...settingsFor(wire, provider.url), ...settings });
  const scope = await openScope(app);
  return {
    app,
    provider,
    scope,
    ask: (request = {}, as = scope) =>
      askModel(
        { deps: app.deps, scope: as },
        {
          operation: 'generate',
          system: 'You write mails.',
          messages: [{ role: 'user', content: 'Write a mail for the autumn sale.' }],
          ...request,
        },
      ),
    async stop() {
      await app.stop();
      await provider.stop();
    },
  };
}

export async function openScope(
  { deps, first }: TestApp,
  actor: TenantScope['actor'] = { kind: 'agent', id: 'key-1', name: 'Claude' },
): Promise<TenantScope> {
  const project = await selectProject(deps.db.reader, first.project_id);
  const tenant = await selectTenant(deps.db.reader, first.project_id, first.tenant);
  const plan = deps.plans.get('scale');
  if (project === undefined || tenant === undefined || plan === undefined) throw new Error('not set up');
  return {
    kind: 'tenant',
    surface: 'rest',
    actor,
    teamId: project.teamId,
    projectId: project.id,
    tenant,
    plan,
  };
}

/** What a promise is refused with. */
export async function refusalOf(promise: Promise<unknown>): Promise<DomainError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** Waits for something that normally takes a moment. */
export async function until(what: string, isThere: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!isThere()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await Bun.sleep(5);
  }
}

export const DAY_MS = 86_400_000;

/** An answer of the provider with the tokens it reports. */
export const REPLY = { text: 'Yes.', usage: { input: 100, output: 400 } };

/** Another start on the same data. */
export async function reopen({ app }: Asking, settings: Partial<Settings>) {
  const { url } = await openTestDatabase(app.data);
  const defaults = { ...loadSettings({}, {}), allow_ephemeral: true, log_level: 'silent' } as const;
  return createApp({ ...defaults, database_url: url, ...settings }, { clock: app.clock });
}

/** The recorded usage, as the operator lists it. */
export const listAllUsage = ({ app }: Asking, search: object = {}) =>
  perform(listUsage, app.deps, adminScope, search);
