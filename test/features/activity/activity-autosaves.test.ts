import { expect, test } from 'bun:test';
import { smallContent } from '../../support/test-app.ts';
import { app, createTemplate, id, tenant, useCommentedTemplate } from '../comments/commented-template.ts';
import { feed } from './activity-feed.ts';

useCommentedTemplate();

const MINUTE = 60_000;
let serial = 0;
const autosave = async (template = id, token?: string): Promise<string> => {
  serial += 1;
  const body = { content: smallContent(`text ${serial}`) };
  const path = `/templates/${template}/snapshots`;
  // A token lives for ten minutes.
  const present = token ?? (await app.exchangeToken('default')).token;
  const answer = await tenant.request('POST', path, { body, token: present });
  return answer.body.data.id;
};
const read = async () => {
  const { token } = await app.exchangeToken('default');
  return feed('/activity', { request: (method, path) => tenant.request(method, path, { token }) });
};
const rows = async () => (await read()).map(({ type, subject_id }) => [type, subject_id]).slice(0, -1);

test('of automatic snapshots in a row the feed keeps the last of each quarter of an hour', async () => {
  let last = '';
  const lasts: string[] = [];
  for (let minute = 0; minute < 30; minute += 1) {
    last = await autosave();
    if (minute % 15 === 14) lasts.push(last);
    app.clock.advance(MINUTE);
  }
  expect(await rows()).toEqual(lasts.reverse().map((each) => ['snapshot.autosaved', each]));
  const [newest] = await read();
  expect(newest?.at).toBe(new Date(app.clock.now() - MINUTE).toISOString());
});

test('what comes in between, another template and another person keep rows of their own', async () => {
  const other = await createTemplate();
  const { token } = await app.exchangeToken('default', { user: { id: 'u-eve', name: 'Eve' } });
  const first = await autosave();
  const theirs = await autosave(other);
  const second = await autosave();
  const body = { content: smallContent('kept'), is_autosave: false };
  const kept = (await tenant.request('POST', `/templates/${id}/snapshots`, { body })).body.data.id;
  const third = await autosave();
  const eves = await autosave(id, token);
  expect(first).not.toBe(second);
  expect((await rows()).slice(0, 5)).toEqual([
    ['snapshot.autosaved', eves],
    ['snapshot.autosaved', third],
    ['snapshot.created', kept],
    // It has taken the place of the first, and is newer than what was saved in the other template.
    ['snapshot.autosaved', second],
    ['snapshot.autosaved', theirs],
  ]);
});
