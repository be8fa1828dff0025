import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Route } from '../../../src/http/route.ts';
import { CATALOGUE } from '../../../src/operations.ts';
import { hmacSha256Hex } from '../../../src/platform/security/crypto.ts';
import { ALLOWED_EMAILS } from '../../http/harmless-input.ts';
import {
  answerOfModel,
  call,
  fillInput,
  nameOf,
  storeForVictim,
  type TenantAccess,
  talkToModel,
  type Victim,
} from '../../http/tenancy-victim.ts';
import { type Ids, SAMPLES } from '../../mcp/parity-samples.ts';
import { connect, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fake-provider.ts';
import { signUser } from '../../support/signed-user.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { GUARD_MS } from '../media/library.ts';

setDefaultTimeout(GUARD_MS);

/**
 * Walks the route table and the tools: every one that names something stored must answer for a thing in the trash as for
 * one that does not exist.
 */
let provider: FakeProvider;
let app: TestApp;
let place: TenantAccess;
beforeAll(async () => {
  provider = await startFakeProvider(answerOfModel);
  const model = { ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' } as const;
  app = await createTestApp({ ...UNLIMITED_CALLS, ...model, fetch_private: ['127.0.0.1'] });
  const { token, project_id, tenant } = await app.exchangeToken('default', {
    test_email: { allowed_emails: ALLOWED_EMAILS },
  });
  const key = app.first.signing_key;
  const user = { ...signUser(key), signature: hmacSha256Hex(key, JSON.stringify(ALLOWED_EMAILS)) };
  const base = `/api/v1/projects/${project_id}/tenants/${tenant}`;
  place = { token, user, base, conversation: await talkToModel(app, base, token) };
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const remove = async (path: string, body?: object): Promise<void> => {
  const answer = await app.request('DELETE', place.base + path, {
    token: place.token,
    ...(body && { body }),
  });
  expect([path, answer.status]).toEqual([path, 204]);
};

interface Variant {
  /** Of the ids in the victim. */
  names: readonly string[];
  /** The names under which routes ask for them, if they are others. */
  fields?: readonly string[];
  trash(victim: Victim): Promise<void>;
}

/** What is put into the trash. */
const VARIANTS: Record<string, Variant> = {
  template: {
    names: ['template_id', 'channel_name'],
    trash: ({ template_id }) => remove(`/templates/${template_id}`),
  },
  thread: {
    names: ['comment_id'],
    trash({ template_id, comment_id }) {
      const { signature: _ofRecipients, ...author } = place.user;
      return remove(`/templates/${template_id}/comments/${comment_id}`, author);
    },
  },
  module: {
    names: ['module_id'],
    trash: ({ module_id }) => remove(`/saved-modules/${module_id}`),
  },
  folder: {
    names: ['folder_id', 'parent_id'],
    async trash({ folder_id, parent_id }) {
      await remove(`/media/folders/${folder_id}`);
      await remove(`/media/folders/${parent_id}`);
    },
  },
  'folder of templates': {
    names: ['template_folder_id', 'template_parent_id'],
    fields: ['folder_id', 'parent_id'],
    async trash({ template_folder_id, template_parent_id }) {
      await remove(`/template-folders/${template_folder_id}`);
      await remove(`/template-folders/${template_parent_id}`);
    },
  },
  file: {
    names: ['media_id', 'uses_media', 'ids'],
    async trash({ media_id }) {
      const body = { ids: [media_id] };
      await app.request('POST', `${place.base}/media/delete`, { token: place.token, body });
    },
  },
};

/** The activity of a template can be read when it is deleted, also for good: it tells who did that. */
const tenantRoutes = (): Route[] =>
  app.routes.filter(
    ({ operation, path }) =>
      operation.scope === 'tenant' && !path.includes('/trash') && operation.name !== 'listTemplateActivity',
  );

const UUID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const FENCE = /"(untrusted|end)":\d+/g;
const normalize = (text: string) => text.replace(UUID, 'ID').replace(TIME, 'TIME').replace(FENCE, '');

const readTrash = async () =>
  (await app.request('GET', `${place.base}/trash`, { token: place.token })).body.data.map(
    (item: { id: string }) => item.id,
  );

/** Folders of media and of templates have the same names in routes. */
function isAbout(kind: string, { path }: Route): boolean {
  if (path.endsWith('/comments')) return kind === 'template' || kind === 'thread';
  const isOfTemplates = path.includes('/template');
  if (kind === 'folder of templates') return isOfTemplates;
  return !isOfTemplates || kind === 'template' || kind === 'thread';
}

/** The same names with ids that nothing has. */
const makeMissing = (victim: Victim, names: readonly string[]): Victim => {
  const missing = { ...victim };
  /** Several names may have the same id. */
  const made = new Map<string | undefined, string>();
  for (const name of names) {
    if (name === 'channel_name') missing[name] = `presence-template.${missing.template_id}`;
    else if (name in victim) {
      const id = made.get(victim[name]) ?? Bun.randomUUIDv7();
      made.set(victim[name], id);
      missing[name] = id;
    }
  }
  return missing;
};

for (const [kind, { names, fields = names, trash }] of Object.entries(VARIANTS)) {
  test(`every route that names a ${kind} answers as if it did not exist`, async () => {
    const seen: string[] = [];
    for (const route of tenantRoutes()) {
      const asked = [
        ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string),
        ...Object.keys(route.operation.input.properties ?? {}),
      ];
      if (!fields.some((name) => asked.includes(name)) || !isAbout(kind, route)) continue;
      seen.push(nameOf(route));
      const victim = await storeForVictim(app, place);
      await trash(victim);
      const before = await readTrash();
      const given = fillInput(route, victim, place.user);
      const answer = await call(app, route, place, victim, place);
      const known = await readTrash();
      expect([nameOf(route), before.filter((id: string) => !known.includes(id))]).toEqual([
        nameOf(route),
        [],
      ]);
      const expected = await call(app, route, place, makeMissing(victim, names), place);
      const shown = [
        nameOf(route),
        JSON.stringify(given).length > 0,
        expected.status,
        normalize(expected.text),
      ];
      expect([nameOf(route), true, answer.status, normalize(answer.text)]).toEqual(shown);
    }
    expect(seen.length).toBeGreaterThanOrEqual(kind === 'template' ? 20 : 2);
  });
}

/** Instead of each id its name, which tells what a sample asks for. */
const NAMES_AS_IDS = new Proxy({}, { get: (_, name) => `<${String(name)}>` }) as unknown as Ids;

test('every tool answers for what is in the trash as if it did not exist', async () => {
  const client = connect(app);
  const called = new Set<string>();
  for (const { definition, operation } of CATALOGUE.tools) {
    for (const sample of SAMPLES[operation.name]?.accepted ?? []) {
      for (const [kind, { names, trash }] of Object.entries(VARIANTS)) {
        const input = JSON.stringify(sample(NAMES_AS_IDS));
        const isNamed = names.some((name) => input.includes(`<${name}>`));
        if (!isNamed || operation.name === 'restoreFromTrash') continue;
        const victim = await storeForVictim(app, place);
        const ids = { ...victim, reply_id: victim.comment_id } as unknown as Ids;
        await trash(victim);
        const missing = makeMissing(victim, names);
        const answer = await client.call(definition.name, sample(ids));
        const expected = await client.call(
          definition.name,
          sample({ ...missing, reply_id: missing.comment_id } as unknown as Ids),
        );
        const label = `${definition.name} ${kind}`;
        expect([label, answer.texts.map(normalize)]).toEqual([label, expected.texts.map(normalize)]);
        called.add(definition.name);
      }
    }
  }
  expect(called.size).toBeGreaterThanOrEqual(15);
});
