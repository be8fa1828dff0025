import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { rotateTokenKey } from '../../src/features/access/index.ts';
import {
  createProject,
  deleteTenant,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
} from '../../src/features/projects/index.ts';
import { DAY_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { type AnyOperation, perform } from '../../src/platform/operation.ts';
import { FormerMembers } from '../../src/realtime/former-members.ts';
import { type SignedUser, signUser } from '../support/signed-user.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import { channelOf, openSocket, type Rig, startRig, stopRig, type TestSocket } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

const GRACE_MS = 10 * MINUTE_MS;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const ask = (operation: AnyOperation, input: object) =>
  perform(operation, rig.deps, adminScope, input as never) as Promise<never>;

interface Project {
  id: string;
  client_id: string;
  client_secret: string;
  signing_key: string;
}

let projects = 0;

/** A page of the published editor: it keeps the token with which it has loaded its template. */
async function openPage(server = rig, known?: Project, tenant = 'acme') {
  projects += 1;
  const project =
    known ?? ((await perform(createProject, server.deps, adminScope, { name: `P${projects}` })) as Project);
  const { client_id, client_secret, signing_key, id: projectId } = project;
  const exchange = async () => (await server.exchangeToken(tenant, { client_id, client_secret })).token;
  const token = await exchange();
  const base = `/api/v1/projects/${projectId}/tenants/${tenant}`;
  const request = (method: string, path: string, body?: unknown, as = token) =>
    server.request(method, base + path, { token: as, body });
  const create = async () =>
    (await request('POST', '/templates', { content: smallContent() })).body.data.id as string;
  const templateId = await create();
  const user = signUser(signing_key, 'u1', 'Ada');
  let joined: TestSocket;
  return {
    project,
    tenant,
    token,
    templateId,
    exchange,
    create,
    request,
    user,
    /** Connects and asks for a channel. Returns the status, and joins if it is 200. */
    async join(as: SignedUser = user, id = templateId, by = token): Promise<number> {
      const socket = await openSocket(server, projectId);
      const asked = { socket_id: socket.id, channel_name: channelOf(id), ...as };
      const { status, body } = await request('POST', '/broadcasting/auth', asked, by);
      if (status !== 200) {
        socket.close();
        return status;
      }
      joined = socket;
      socket.send({ event: 'pusher:subscribe', data: { channel: channelOf(id), ...body } });
      await socket.next('pusher_internal:subscription_succeeded');
      return status;
    },
    /** Loses the connection, and the server notices. */
    async cut() {
      joined.close();
      await joined.closed;
      // The server handles the close before a connection that is opened later.
      (await openSocket(server, projectId)).close();
    },
  };
}

describe('a page with a token that has expired', () => {
  test('comes back after 25 minutes and a cut of three seconds, and again an hour later', async () => {
    const page = await openPage();
    expect(await page.join()).toBe(200);
    for (const minutes of [25, 60]) {
      rig.clock.advance(minutes * MINUTE_MS);
      await page.cut();
      rig.clock.advance(3000);
      expect(await page.join()).toBe(200);
    }
    expect((await page.request('GET', `/templates/${page.templateId}`)).status).toBe(401);
  });

  test('comes back although the server has not noticed the cut', async () => {
    const page = await openPage();
    await page.join();
    rig.clock.advance(25 * MINUTE_MS);
    expect(await page.join()).toBe(200);
  });

  test('comes back within ten minutes of the cut, and no later', async () => {
    const page = await openPage();
    await page.join();
    rig.clock.advance(25 * MINUTE_MS);
    await page.cut();
    rig.clock.advance(GRACE_MS - 1);
    expect(await page.join()).toBe(200);
    await page.cut();
    rig.clock.advance(GRACE_MS);
    expect(await page.join()).toBe(401);
    rig.deps.services.realtime.sweepConnections();
    expect(await page.join()).toBe(401);
  });

  test('does not come back a day after the token has expired', async () => {
    const page = await openPage();
    await page.join();
    rig.clock.advance(DAY_MS + GRACE_MS + 1000);
    await page.cut();
    expect(await page.join()).toBe(401);
  });

  test('can do nothing else', async () => {
    const page = await openPage();
    const never = await openPage(rig, page.project);
    const other = await page.create();
    rig.clock.advance(1000);
    const unused = await page.exchange();
    await page.join();
    rig.clock.advance(25 * MINUTE_MS);
    await page.cut();
    const { signing_key } = page.project;
    const { templateId, token, user } = page;
    const forged = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const refused = {
      'a template it was not in': await page.join(user, other),
      'the template as another user': await page.join(signUser(signing_key, 'u2', 'Bob')),
      'the template with a wrong signature': await page.join({ ...user, user_signature: 'f'.repeat(64) }),
      'the template with no user': await page.join({} as SignedUser),
      'the template with another token': await page.join(user, templateId, unused),
      'the template with a forged token': await page.join(user, templateId, forged),
      'a page that was never in a channel': await never.join(),
    };
    expect(refused).toEqual({
      'a template it was not in': 401,
      'the template as another user': 401,
      'the template with a wrong signature': 403,
      'the template with no user': 401,
      'the template with another token': 401,
      'the template with a forged token': 401,
      'a page that was never in a channel': 401,
    });
    const calls: [string, string, unknown?][] = [
      ['GET', `/templates/${templateId}`],
      ['PUT', `/templates/${templateId}`, { name: 'x' }],
      ['GET', '/config'],
      ['POST', '/templates', { content: smallContent() }],
    ];
    for (const [method, path, body] of calls) {
      expect((await page.request(method, path, body)).status).toBe(401);
    }
    expect(await page.join()).toBe(200);
  });
});

describe('a page with an expired token does not come back once its access has ended:', () => {
  const endings: [string, (page: Awaited<ReturnType<typeof openPage>>) => Promise<unknown>, number][] = [
    ['a revoked token key', () => ask(rotateTokenKey, { revoke: true }), 401],
    [
      'a client secret that was replaced',
      ({ project }) => ask(rotateClientSecret, { project_id: project.id, overlap_seconds: 0 }),
      401,
    ],
    ['a new signing key', ({ project }) => ask(rotateSigningKey, { project_id: project.id }), 401],
    [
      'a plan without collaboration',
      ({ project }) => ask(setProjectPlan, { project_id: project.id, plan: 'growth' }),
      401,
    ],
    ['a deleted tenant', ({ project, tenant }) => ask(deleteTenant, { project_id: project.id, tenant }), 401],
    [
      'a deleted template',
      async (page) => {
        const { status } = await page.request(
          'DELETE',
          `/templates/${page.templateId}`,
          undefined,
          await page.exchange(),
        );
        expect(status).toBe(204);
      },
      401,
    ],
  ];
  test.each(endings)('%s', async (_what, end, expected) => {
    for (const isCutBefore of [true, false]) {
      const page = await openPage();
      await page.join();
      rig.clock.advance(25 * MINUTE_MS);
      if (isCutBefore) await page.cut();
      await end(page);
      // The check of a changed project reads the database.
      await Bun.sleep(20);
      if (!isCutBefore) await page.cut();
      expect(await page.join()).toBe(expected);
    }
  });
});

test('with the setting 0 no expired token lets a page back in', async () => {
  const strict = await startRig({ realtime_rejoin_seconds: 0 });
  try {
    const page = await openPage(strict);
    await page.join();
    strict.clock.advance(25 * MINUTE_MS);
    expect(await page.join()).toBe(401);
    await page.cut();
    expect(await page.join()).toBe(401);
  } finally {
    await stopRig(strict);
  }
});

test('former members are remembered up to a limit per project, those who left last', () => {
  const members = new FormerMembers(rig.deps, 600);
  members.listen();
  const grantOf = (projectId: string, userId: string) => ({
    ...{ projectId, tenant: 'acme', tenantId: 1, templateId: 't', userId },
    ...{ tokenKeyId: undefined, tokenDigest: 'd', accountId: undefined },
  });
  members.remember(grantOf('other', 'u'), undefined);
  for (let i = 0; i < 10_001; i += 1) members.remember(grantOf('busy', `u${i}`), undefined);
  const isRemembered = ([projectId, userId]: [string, string]) =>
    members.isRemembered(grantOf(projectId, userId));
  expect(
    (
      [
        ['busy', 'u0'],
        ['busy', 'u1'],
        ['busy', 'u10000'],
        ['other', 'u'],
      ] as [string, string][]
    ).map(isRemembered),
  ).toEqual([false, true, true, true]);
  members.forget((_grant, page) => page?.origin === undefined);
  expect([members.has('busy'), members.has('other')]).toEqual([false, false]);
});
