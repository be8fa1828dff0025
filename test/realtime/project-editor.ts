import { expect } from 'bun:test';
import { createProject } from '../../src/features/projects/index.ts';
import { type AnyOperation, perform } from '../../src/platform/operation.ts';
import { signUser } from '../support/signed-user.ts';
import { adminScope, smallContent } from '../support/test-app.ts';
import { channelOf, openSocket, type Rig } from './rig.ts';

export const askOperator = (rig: Rig, operation: AnyOperation, input: object) =>
  perform(operation, rig.deps, adminScope, input as never) as Promise<never>;

export interface Project {
  id: string;
  client_id: string;
  client_secret: string;
  signing_key: string;
}

export const makeProject = (rig: Rig): Promise<Project> =>
  askOperator(rig, createProject, { name: `Project ${crypto.randomUUID()}` });

/** An editor in the channel of a new template. */
export async function openEditor(
  rig: Rig,
  project: Project,
  tenant: string,
  headers: Record<string, string> = {},
) {
  const { client_id, client_secret, signing_key, id: projectId } = project;
  const { token } = await rig.exchangeToken(tenant, { client_id, client_secret });
  const base = `/api/v1/projects/${projectId}/tenants/${tenant}`;
  const request = (method: string, path: string, body?: unknown) =>
    rig.request(method, base + path, { token, body });
  const created = await request('POST', '/templates', { content: smallContent() });
  const templateId = created.body.data.id as string;
  const channel = channelOf(templateId);
  const socket = await openSocket(rig, projectId, undefined, headers);
  const user = signUser(signing_key, 'u1');
  const pass = await request('POST', '/broadcasting/auth', {
    socket_id: socket.id,
    channel_name: channel,
    ...user,
  });
  expect(pass.status).toBe(200);
  const subscribe = () => socket.send({ event: 'pusher:subscribe', data: { channel, ...pass.body } });
  subscribe();
  await socket.next('pusher_internal:subscription_succeeded');
  return { socket, tenant, templateId, channel, request, subscribe };
}
