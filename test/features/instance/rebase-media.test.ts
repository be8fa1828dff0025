import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { checkIntegrity, checkMediaBaseUrl, rebaseMedia } from '../../../src/features/instance/index.ts';
import { getBrand, setBrand } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope } from '../../support/test-app.ts';
import { BASE_URL, contentShowing, drawPng, GUARD_MS, type Library, openLibrary } from '../media/library.ts';

setDefaultTimeout(GUARD_MS);

const NEW = 'https://new.example/mail';

let library: Library;
beforeEach(async () => {
  library = await openLibrary();
});
afterEach(() => library.app.stop());

const rebase = (input: object) => perform(rebaseMedia, library.app.deps, adminScope, input);
const call = async (method: string, path: string, body?: unknown) =>
  (await library.tenant.request(method, path, body === undefined ? {} : { body })).body.data;

test('stored addresses are counted, then rewritten everywhere, and only ours', async () => {
  const { deps, first } = library.app;
  const file = await library.upload(drawPng(1), 'logo.png');
  const moved = file.url.replace(BASE_URL, NEW);
  const others = [`${BASE_URL}/media/short/x.png`, `https://x.example${file.url.slice(BASE_URL.length)}`];
  const template = await call('POST', '/templates', {
    content: contentShowing(file.url, ...others),
    name: 'T',
  });
  await call('POST', `/templates/${template.id}/snapshots`);
  // The same content under the new address, so that two become one.
  const twin = await call('POST', '/templates', { content: contentShowing(moved, ...others) });
  const module = await call('POST', '/saved-modules', {
    name: 'M',
    content: contentShowing(file.url).blocks,
  });
  await perform(setBrand, deps, adminScope, { project_id: first.project_id, brand: { logo_url: file.url } });
  await call('GET', `/templates/${template.id}`);
  deps.baseUrl = NEW;

  const counts = { templates: 1, snapshots: 1, saved_modules: 1, brands: 1 };
  const facts = { from: BASE_URL, to: NEW, ...counts };
  expect(await rebase({ from: `${BASE_URL}/` })).toEqual({ ...facts, is_applied: false });
  expect((await call('GET', `/templates/${template.id}`)).content).toEqual(template.content);
  expect(await rebase({ from: BASE_URL, apply: true })).toEqual({ ...facts, is_applied: true });

  const after = await call('GET', `/templates/${template.id}`);
  expect(after.version).toBe(template.version + 1);
  const sources = (content: { blocks: { src: string }[] }) => content.blocks.map(({ src }) => src);
  expect(sources(after.content)).toEqual([moved, ...others]);
  expect((await call('GET', `/templates/${twin.id}`)).version).toBe(1);
  const [snapshot] = await call('GET', `/templates/${template.id}/snapshots`);
  expect(sources(snapshot.content)).toEqual([moved, ...others]);
  const [saved] = await call('GET', '/saved-modules');
  expect([saved.id, saved.content[0].src]).toEqual([module.id, moved]);
  const { brand } = await perform(getBrand, deps, adminScope, { project_id: first.project_id });
  expect(brand.logo_url).toBe(moved);

  expect(await perform(checkIntegrity, deps, adminScope, {})).toMatchObject({
    ok: true,
    contents_checked: 1,
  });
  const usage = (await library.post('check-usage', { ids: [file.id] })).body.data[file.id];
  expect(usage.uses).toHaveLength(5);
  const stale = { headers: { 'if-match': '"1"' }, body: { content: template.content } };
  expect((await library.tenant.request('PUT', `/templates/${template.id}`, stale)).status).toBe(409);
  expect(await rebase({ from: BASE_URL })).toMatchObject({
    templates: 0,
    snapshots: 0,
    saved_modules: 0,
    brands: 0,
  });
});

test.each([
  [{ from: 'mail.example' }, 'from'],
  [{ from: BASE_URL }, 'from'],
  [{ from: 'https://a.example/"' }, 'from'],
  [{ from: 'https://a.example', to: 'x' }, 'to'],
])('%p is refused', async (input, field) => {
  expect(rebase(input)).rejects.toMatchObject({ details: { errors: { [field]: expect.anything() } } });
});

test('a start under another base URL warns until the addresses are rewritten', async () => {
  const { deps, logLines } = library.app;
  const warnings = async () => {
    const before = logLines.length;
    await checkMediaBaseUrl(deps);
    return logLines.slice(before).filter((line) => line.includes('galley media rebase --from'));
  };
  expect(await warnings()).toEqual([]);
  deps.baseUrl = 'https://unused.example';
  expect(await warnings()).toEqual([]);
  await library.upload(drawPng(1), 'logo.png');
  expect(await warnings()).toEqual([]);
  deps.baseUrl = NEW;
  expect(await warnings()).toHaveLength(1);
  expect(await warnings()).toHaveLength(1);
  await rebase({ from: 'https://unused.example', apply: true });
  expect(await warnings()).toEqual([]);
});
