import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Static } from '@sinclair/typebox';
import { openPromise } from 'yauzl';
import { createApiKey } from '../../../src/features/access/index.ts';
import { exportTenant, getDataJob } from '../../../src/features/data-jobs/index.ts';
import type { DataJob } from '../../../src/features/data-jobs/schema.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, smallContent, type TestApp } from '../../support/test-app.ts';
import { drawPng, libraryOf } from '../media/library.ts';

export type Job = Static<typeof DataJob>;

/** Starts a job and waits for its end. */
export async function runJob(app: TestApp, operation: AnyOperation, input: object): Promise<Job> {
  const wanted: { project_id: string } = { project_id: app.first.project_id, ...input };
  const { id } = await perform(operation, app.deps, adminScope, wanted);
  await app.deps.services.dataJobs.idle();
  return perform(getDataJob, app.deps, adminScope, { project_id: wanted.project_id, job_id: id });
}

export const fileOf = (app: TestApp, { id }: { id: string }) => join(app.data, 'exports', `${id}.zip`);

/** The text of a part of a zip file. */
export async function readPart(file: string, name: string): Promise<string> {
  const zip = await openPromise(file, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name) return await text(await zip.openReadStreamPromise(entry));
    throw new Error(`${file} has no ${name}`);
  } finally {
    zip.close();
  }
}

export const readRowsOf = async (file: string, kind: string) =>
  (await readPart(file, `rows/${kind}.jsonl`))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Rows of every kind, without what an import is meant to change. */
export async function describeExport(target: TestApp, tenant: string) {
  const job = await runJob(target, exportTenant, { tenant });
  const rows = (kind: string) => readRowsOf(fileOf(target, job), kind);
  return { rows, counts: JSON.parse(await readPart(fileOf(target, job), 'manifest.json')).counts };
}

/** Texts that no other test data contains. */
export const PERSON = { id: 'u-4711-lovelace', name: 'Ada Kinglovelace' };

/** A tenant with one of everything that is stored of a tenant; a person has made it, and an agent has worked in it. */
export async function fillTenant(app: TestApp, slug: string, person = PERSON) {
  const signed = signUser(app.first.signing_key, person.id, person.name);
  const tenant = await app.openTenant(slug, { user: person });
  const library = libraryOf(tenant);
  const post = async (path: string, body: object) => {
    const answer = await tenant.request('POST', path, {
      body: path.includes('comments') ? { ...signed, ...body } : body,
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body?.data;
  };
  const folder = await library.createFolder('Pictures');
  const inner = await library.createFolder('Inner', folder);
  const picture = await library.upload(drawPng(1), 'one.png', { folder_id: inner });
  await tenant.request('PUT', `/media/${picture.id}`, { body: { alt_text: 'Secret picture' } });
  const replaced = await library.upload(drawPng(2), 'two.png');
  await library.replace(replaced.id, drawPng(3));
  const templateFolder = await post('/template-folders', { name: 'Campaigns' });
  const content = {
    blocks: [
      { id: 'b1', type: 'paragraph', content: '<p>Secret words</p>' },
      { id: 'b2', type: 'image', src: picture.url, alt: 'x' },
    ],
    settings: {},
  };
  const made = { name: 'Secret spring', key: `spring-${slug}`, content, tags: ['Secret tag'] };
  const { id: template } = await post('/templates', { ...made, folder_id: templateFolder.id });
  await tenant.request('PUT', `/templates/${template}`, { body: { content: smallContent('Secret second') } });
  await tenant.request('PUT', `/templates/${template}`, { body: { content } });
  await post(`/templates/${template}/snapshots`, { label: `By ${person.name}` });
  const comments = `/templates/${template}/comments`;
  const root = await post(comments, { body: `Secret comment, @${person.name}` });
  await post(comments, { body: 'An answer', parent_id: root.id });
  await post(`${comments}/${root.id}/resolve`, { resolved: true });
  await post('/saved-modules', { name: 'Secret module', content: content.blocks });
  const { id: other } = await post('/templates', { name: 'Secret trash', content: smallContent('Gone') });
  await tenant.request('DELETE', `/templates/${other}`);
  await tenant.request('GET', `/templates/${template}/export`);
  const key = await perform(createApiKey, app.deps, adminScope, { name: `Agent ${slug}` });
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), key: key.api_key, tenant: slug });
  await agent.get('update-template', { template_id: template, name: 'Secret by agent' });
  return { ...{ tenant, library, template, picture, replaced, root, content } };
}

/** A tenant with a template in a folder, and an empty media folder. Returns their ids. */
export async function fillFolders(app: TestApp, slug: string) {
  const tenant = await app.openTenant(slug);
  const post = async (path: string, body: object) =>
    (await tenant.request('POST', path, { body })).body.data.id as string;
  const folder = await post('/template-folders', { name: 'F' });
  const media = await post('/media/folders', { name: 'M' });
  const template = await post('/templates', { content: { blocks: [] }, folder_id: folder });
  await post(`/templates/${template}/snapshots`, { label: 'kept' });
  return { folder, media, template };
}
