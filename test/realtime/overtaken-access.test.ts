import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createApiKey, revokeApiKey, rotateTokenKey } from '../../src/features/access/index.ts';
import { deleteTenant, setProjectPlan } from '../../src/features/projects/index.ts';
import type { AnyOperation } from '../../src/platform/operation.ts';
import { signUser } from '../support/signed-user.ts';
import { askOperator, makeProject, openEditor, type Project } from './project-editor.ts';
import { callTool, openSocket, openTemplate, type Rig, startRig, stopRig } from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const ask = (operation: AnyOperation, input: object) => askOperator(rig, operation, input);

describe('an authorization that access overtakes', () => {
  const overtaken: [
    what: string,
    end: (project: Project, templateId: string) => Promise<unknown>,
    status: number,
  ][] = [
    ['a revoked token', () => ask(rotateTokenKey, { revoke: true }), 401],
    ['a lost plan', ({ id }) => ask(setProjectPlan, { project_id: id, plan: 'growth' }), 403],
    ['a deleted tenant', ({ id }) => ask(deleteTenant, { project_id: id, tenant: 'one' }), 404],
  ];
  test.each(overtaken)('%s is noticed although the body comes late', async (_what, end, status) => {
    const project = await makeProject(rig);
    const editor = await openEditor(rig, project, 'one');
    const { client_id, client_secret } = project;
    const { token } = await rig.exchangeToken('one', { client_id, client_secret });
    // Verified here, so that the request below has its scope when the access ends.
    await rig.request('GET', `/api/v1/projects/${project.id}/tenants/one/config`, { token });
    const socket = await openSocket(rig, project.id);
    const text = JSON.stringify({
      socket_id: socket.id,
      channel_name: editor.channel,
      ...signUser(project.signing_key, 'u1'),
    });
    const ended = Promise.withResolvers<void>();
    const body = new ReadableStream(
      {
        async pull(controller) {
          await ended.promise;
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const path = `/api/v1/projects/${project.id}/tenants/one/broadcasting/auth`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = rig.http.handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body }));
    await end(project, editor.templateId);
    ended.resolve();
    expect((await answer).status).toBe(status);
    socket.close();
  });
});

test('an agent whose key is revoked leaves the channels at once', async () => {
  const template = await openTemplate(rig);
  const ada = await template.enter('u1');
  const key = (await ask(createApiKey, { name: 'Agent' })) as { id: string; api_key: string };
  await callTool(rig, 'get-template', { template_id: template.id }, 'default', key.api_key);
  const { data } = await ada.next('pusher_internal:member_added');
  expect(data.user_id).toBe(`agent:${key.id}`);
  await ask(revokeApiKey, { id: key.id });
  expect((await ada.next('pusher_internal:member_removed')).data).toEqual({ user_id: `agent:${key.id}` });
  const bob = await template.enter('u2');
  const [joined] = bob.received.filter(({ event }) => event.endsWith('subscription_succeeded'));
  expect(joined?.data.presence.ids).toEqual(['u1', 'u2']);
});
