import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from 'tar-stream';
import { findFreePort } from './free-port.ts';

/**
 * Writes a small data directory of a Galley to test/fixtures/upgrades, for the tests of upgrades: run it for each release.
 * `bun scripts/upgrade-fixture.ts NAME [COMMAND…]`; the command, default `dist/galley`, starts that Galley. It works with
 * versions that lack some of the features: `stored.json` in the archive says what was stored.
 */

/** Data that the tests look for. Absent: that version has no such thing. */
export interface StoredFacts {
  first: { project_id: string; client_id: string; client_secret: string };
  tenant: string;
  template_id: string;
  snapshot_id?: string;
  comment_id?: string;
  media_id?: string;
}

export const STORED_TEXT = 'Kept over upgrades';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const START_ATTEMPTS = 600;

async function makeFixture(name: string, command: readonly string[]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'galley-upgrade-'));
  const data = join(dir, 'data');
  try {
    const init = Bun.spawnSync([...command, 'init', '--data', data, '--allow-ephemeral', '--json']);
    if (init.exitCode !== 0) throw new Error(init.stderr.toString());
    const first = JSON.parse(init.stdout.toString());
    const port = findFreePort();
    const server = Bun.spawn(
      [...command, 'serve', '--data', data, '--allow-ephemeral', '--port', String(port)],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    try {
      const stored = await fill(`http://127.0.0.1:${port}`, first);
      server.kill('SIGTERM');
      await server.exited;
      const file = resolve(import.meta.dir, `../test/fixtures/upgrades/${name}.tar.zst`);
      const bytes = await archive(data, stored);
      await Bun.write(file, bytes);
      process.stdout.write(
        `${file}: ${bytes.length} bytes, ${JSON.stringify({ ...stored, first: undefined })}\n`,
      );
    } finally {
      server.kill('SIGKILL');
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function fill(
  url: string,
  first: StoredFacts['first'] & { signing_key: string },
): Promise<StoredFacts> {
  await waitFor(`${url}/api/v1/health`);
  const tenant = 'acme';
  const { client_id, client_secret, project_id } = first;
  const call = async (method: string, path: string, body: object, token = '') => {
    const isForm = body instanceof FormData;
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(url + path, { method, headers, body: isForm ? body : JSON.stringify(body) });
    if (answer.status === 404 || answer.status === 405) return undefined;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const parsed = (await answer.json()) as { token?: string; data?: { id: string } };
    return parsed.data === undefined ? { id: '', ...parsed } : parsed.data;
  };
  const user = { id: 'u-ada', name: 'Ada' };
  const exchange = { client_id, client_secret, tenant, user };
  const { token } = (await call('POST', '/api/v1/auth/token', exchange)) as unknown as { token: string };
  const base = `/api/v1/projects/${project_id}/tenants/${tenant}`;
  const content = (text: string) => ({
    blocks: [{ id: 'b1', type: 'paragraph', content: `<p>${text}</p>` }],
    settings: {},
  });
  const template = await call(
    'POST',
    `${base}/templates`,
    { name: 'Welcome', content: content('Draft') },
    token,
  );
  if (template === undefined) throw new Error('no template was created');
  const path = `${base}/templates/${template.id}`;
  const signed = {
    user_id: user.id,
    user_name: user.name,
    user_signature: createHmac('sha256', first.signing_key).update(user.id).digest('hex'),
  };
  const snapshot = await call('POST', `${path}/snapshots`, { content: content('Snapshot') }, token);
  await call('PUT', path, { content: content(STORED_TEXT) }, token);
  const comment = await call('POST', `${path}/comments`, { body: STORED_TEXT, ...signed }, token);
  const form = new FormData();
  form.set('file', new File([Buffer.from(PIXEL, 'base64')], 'pixel.png', { type: 'image/png' }));
  const media = await call('POST', `${base}/media/upload`, form, token);
  await call('POST', `${base}/saved-modules`, { name: 'Footer', content: content('Footer').blocks }, token);
  return {
    first: { project_id, client_id, client_secret },
    tenant,
    template_id: template.id,
    ...(snapshot && { snapshot_id: snapshot.id }),
    ...(comment && { comment_id: comment.id }),
    ...(media && { media_id: media.id }),
  };
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await Bun.sleep(100);
  }
  throw new Error('the server does not answer');
}

/** The data directory below `data/`, and `stored.json`. */
async function archive(data: string, stored: StoredFacts): Promise<Uint8Array> {
  const tar = pack();
  tar.entry({ name: 'stored.json' }, JSON.stringify(stored, null, 2));
  for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = join(data, path);
    if (!existsSync(file) || !statSync(file).isFile()) continue;
    tar.entry({ name: `data/${path}`, mode: 0o600 }, readFileSync(file));
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) chunks.push(chunk as Uint8Array);
  return Bun.zstdCompress(Buffer.concat(chunks), { level: 19 });
}

if (import.meta.main) {
  const [name, ...command] = process.argv.slice(2);
  if (name === undefined) throw new Error('Name the fixture, such as 2026-11-23-0a1b2c3d.');
  await makeFixture(name, command.length === 0 ? [resolve(import.meta.dir, '../dist/galley')] : command);
}
