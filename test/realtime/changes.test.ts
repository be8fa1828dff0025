import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { smallContent } from '../support/test-app.ts';
import { EditorPage, openPair, settleAll } from './editor-tab.ts';
import {
  callTool,
  dataOf,
  openTemplate,
  passTime,
  type Rig,
  startRig,
  stopRig,
  type TestSocket,
} from './rig.ts';

// A guard against hanging on a slow machine, not an expectation.
setDefaultTimeout(60_000);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => stopRig(rig));

const ORIGIN = { origin: 'https://app.example.com' };
const OPERATION = 'mcp-operation';
const tokenOf = async (id: string) => (await rig.exchangeToken('default', { user: { id, name: id } })).token;

describe('what changes outside of editors', () => {
  test('an agent’s change arrives as the smallest operation, after the agent', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    const operations = [{ op: 'update', id: 'b1', fields: { content: '<p>Changed</p>' } }];
    await callTool(rig, 'update-template', { template_id: template.id, operations });
    const { data, channel } = await ada.next(OPERATION);
    expect(channel).toBe(template.channel);
    expect(data).toEqual({
      operation: 'update_block',
      data: { block_id: 'b1', updates: { content: '<p>Changed</p>' } },
      timestamp: expect.any(Number),
      serial: expect.any(Number),
    });
    const events = ada.received.map(({ event }) => event);
    expect(events.indexOf('pusher_internal:member_added')).toBeLessThan(events.indexOf(OPERATION));
  });

  test('a program’s change arrives in every editor, the user’s own too', async () => {
    const template = await openTemplate(rig);
    const editors = [await template.enter('u1'), await template.enter('u2')];
    await template.save(smallContent('New'), {}, await tokenOf('u1'));
    for (const editor of editors) expect((await editor.next(OPERATION)).data.data.block_id).toBe('b1');
  });

  test('changes that follow each other closely all arrive, once and in order', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    const texts = Array.from({ length: 20 }, (_, n) => `Text ${n}`);
    await Promise.all(texts.map((text) => template.save(smallContent(text))));
    for (const _ of texts) await ada.next(OPERATION);
    await ada.settle();
    const arrived = dataOf(ada, OPERATION).map(({ data }) => data.updates.content);
    expect(arrived.toSorted()).toEqual(texts.map((text) => `<p>${text}</p>`).toSorted());
    const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
    expect(body.data.content.blocks[0].content).toBe(arrived.at(-1));
  });

  test('a restored snapshot arrives', async () => {
    // So that no version is from before the server started.
    await passTime(rig, 1);
    const template = await openTemplate(rig);
    const snapshot = await callTool(rig, 'create-snapshot', { template_id: template.id });
    const ada = await template.enter('u1');
    await template.save(smallContent('Later'));
    expect((await ada.next(OPERATION)).data.data.updates.content).toBe('<p>Later</p>');
    await callTool(rig, 'restore-snapshot', {
      template_id: template.id,
      snapshot_id: snapshot.structuredContent.id,
    });
    expect((await ada.next(OPERATION)).data.data.updates.content).toBe('<p>Hello</p>');
  });

  test('a template that comes back from the trash lets editors in again, and none before', async () => {
    const template = await openTemplate(rig);
    const { tenant, id, channel } = template;
    const ada = await template.enter('u1');
    expect((await tenant.request('DELETE', `/templates/${id}`)).status).toBe(204);
    expect(await ada.next('pusher:subscription_error')).toMatchObject({ channel, data: { status: 404 } });
    await expect(template.enter('u2')).rejects.toThrow('refused');
    expect((await tenant.request('POST', `/trash/${id}/restore`)).status).toBe(200);
    const bob = await template.enter('u2');
    await template.save(smallContent('Back'));
    expect((await bob.next(OPERATION)).data.data.updates.content).toBe('<p>Back</p>');
    expect(dataOf(ada, OPERATION)).toEqual([]);
  });

  test('what editors have no operation for arrives as a whole', async () => {
    const content = { ...smallContent(), settings: { hint: 'x' } };
    const template = await openTemplate(rig, 'default', content);
    const ada = await template.enter('u1');
    await template.save(smallContent());
    const { data } = await ada.next(OPERATION);
    expect(data.operation).toBe('set_content');
    const { body } = await template.tenant.request('GET', `/templates/${template.id}`);
    expect(data.data.content).toEqual(body.data.content);
  });

  test('a very large content is not compared but sent', async () => {
    const large = (mark: string) => ({
      blocks: [{ id: 'b1', type: 'html', content: `${mark}${'x'.repeat(900_000)}` }],
      settings: {},
    });
    const template = await openTemplate(rig, 'default', large('a'));
    const ada = await template.enter('u1');
    await template.save(large('b'));
    expect((await ada.next(OPERATION)).data.operation).toBe('set_content');
  });

  test('a name, a refused change and a trial are not told', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    await template.tenant.request('PUT', `/templates/${template.id}`, { body: { name: 'New' } });
    await template.save({ blocks: 'none' });
    const args = { template_id: template.id, content: smallContent('Trial'), dry_run: true };
    await callTool(rig, 'update-template', args);
    await template.save(smallContent());
    await ada.settle();
    expect(dataOf(ada, OPERATION)).toEqual([]);
  });

  test('other templates’ editors hear nothing', async () => {
    const [one, another] = [await openTemplate(rig), await openTemplate(rig)];
    const ada = await another.enter('u1');
    await one.save(smallContent('New'));
    await ada.settle();
    expect(dataOf(ada, OPERATION)).toEqual([]);
  });

  test('a selected block is unlocked for the change, and locked again', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const lock = { blockId: 'b1', userId: 'u1' };
    ada.send({ event: 'client-block_locked', data: lock, channel: template.channel });
    await ada.settle();
    await template.save(smallContent('New'));
    await bob.next(OPERATION);
    await bob.settle();
    const seen = bob.received.filter(({ event }) => /^(client|mcp)-/.test(event)).slice(-3);
    expect(seen.map(({ event }) => event)).toEqual([
      'client-block_unlocked',
      OPERATION,
      'client-block_locked',
    ]);
    expect(seen[2]?.data).toEqual(lock);
  });
});

describe('what an editor saves', () => {
  test('is not announced again if it was told before', async () => {
    const { template, ann, bob } = await openPair(rig);
    for (const isPlain of [false, true]) {
      const page = await new EditorPage(template, `page ${isPlain}`, isPlain).open();
      page.add(`n${isPlain}`);
      await settleAll(ann, bob, page);
      expect((await page.save()).status).toBe(200);
      await settleAll(ann, bob, page);
    }
    for (const { socket } of [ann, bob]) expect(dataOf(socket as TestSocket, OPERATION)).toEqual([]);
  });

  test('another user’s socket cannot be named', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const headers = { ...ORIGIN, 'x-socket-id': bob.id };
    await template.tenant.request('GET', `/templates/${template.id}`, { token: ada.token });
    expect((await template.save(smallContent('Saved'), headers, await tokenOf('u1'))).status).toBe(200);
    await bob.next('client-operation');
    await ada.settle();
    expect(dataOf(ada, OPERATION)).toEqual([]);
  });

  test('a page without an editor tells everybody', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    const token = await tokenOf('u7');
    await template.tenant.request('GET', `/templates/${template.id}`, { token });
    expect((await template.save(smallContent('Saved'), ORIGIN, token)).status).toBe(200);
    await ada.next(OPERATION);
  });
});

describe('comments', () => {
  test('are told to all editors but the one that has made them', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const path = `/templates/${template.id}/comments`;
    const headers = { 'x-socket-id': ada.id };
    const user = template.person('u1', 'Ada');
    const { body, text } = await template.tenant.request('POST', path, {
      body: { body: 'Hm', ...user },
      headers,
    });
    const { data } = await bob.next('comment-broadcast');
    expect(data).toEqual({ action: 'comment_created', comment: JSON.parse(text).data });
    const of = `${path}/${body.data.id}`;
    await template.tenant.request('PUT', of, { body: { body: 'Hm!', ...user }, headers });
    await template.tenant.request('POST', `${of}/resolve`, { body: user, headers });
    await template.tenant.request('POST', `${of}/resolve`, { body: user, headers });
    await template.tenant.request('DELETE', of, { body: user, headers });
    await bob.settle();
    expect(dataOf(bob, 'comment-broadcast').map(({ action }) => action)).toEqual([
      'comment_created',
      'comment_updated',
      'comment_resolved',
      'comment_unresolved',
      'comment_deleted',
    ]);
    await ada.settle();
    expect(dataOf(ada, 'comment-broadcast')).toEqual([]);
  });

  test('and proposals are told with what became of them', async () => {
    const template = await openTemplate(rig);
    const [ada, bob] = [await template.enter('u1'), await template.enter('u2')];
    const path = `/templates/${template.id}/proposals`;
    const propose = (body: object) => template.tenant.request('POST', path, { body });
    const of = { ...template.person('u1', 'Ada') };
    const made = await propose({ name: 'Renamed', note: 'Why not', ...of });
    const { data } = await bob.next('proposal-broadcast');
    expect(data).toMatchObject({
      action: 'proposal_created',
      proposal: { id: made.body.data.proposal_id, state: 'open', note: 'Why not', author_name: 'Ada' },
    });
    await template.tenant.request('POST', `/proposals/${data.proposal.id}/withdraw`, { body: of });
    const { body } = await propose({ delete: true, ...of });
    await template.tenant.request('POST', `/proposals/${body.data.proposal_id}/refuse`, {
      body: { ...template.person('u2', 'Bob'), reason: 'No' },
    });
    await template.tenant.request('POST', '/proposals', { body: { starter: 'welcome', ...of } });
    await ada.settle();
    expect(
      dataOf(ada, 'proposal-broadcast').map(({ action, proposal }) => [
        action,
        proposal.state,
        proposal.reason,
      ]),
    ).toEqual([
      ['proposal_created', 'open', null],
      ['proposal_withdrawn', 'withdrawn', null],
      ['proposal_created', 'open', null],
      ['proposal_refused', 'refused', 'No'],
    ]);
  });

  test('of agents, and without a socket named, are told to everybody', async () => {
    const template = await openTemplate(rig);
    const ada = await template.enter('u1');
    await callTool(rig, 'create-comment', { template_id: template.id, body: 'From an agent' });
    expect((await ada.next('comment-broadcast')).data.comment.body).toBe('From an agent');
    await template.tenant.request('POST', `/templates/${template.id}/comments`, {
      body: { body: 'x', ...template.person('u1') },
      headers: { 'x-socket-id': '1.2; drop' },
    });
    await ada.next('comment-broadcast');
  });
});
