import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { GIFEncoder } from 'gifenc';
import { compile } from '../../../scripts/compile.ts';
import { convertPicture, processPicture } from '../../../src/features/media/photo-workers.ts';
import {
  addSegments,
  jpegSecrets,
  landscape,
  makeFlatJpeg,
  makeJpeg,
  makePng,
  SECRETS,
  TURNED_AVIF,
} from '../../support/make-pictures.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'galley-photos-'));
const inFolder = (name: string) => join(folder, name);
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(inFolder(name), { recursive: true });
});

function put(name: string, bytes: Uint8Array): string {
  writeFileSync(inFolder(name), bytes);
  return inFolder(name);
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('the workers for pictures', () => {
  test('write what is stored, and smaller versions of it', async () => {
    const jpeg = addSegments(await makeJpeg(1600, 900, landscape), ...jpegSecrets(6));
    const source = put('source', jpeg);
    const { prepared, made } = processPicture(
      app.deps,
      { source, folder, mime: 'image/jpeg' },
      { owner: 'test' },
    );
    expect(await prepared).toEqual({
      mime: 'image/jpeg',
      extension: 'jpg',
      bytes: readFileSync(source).length,
      sha256: sha256(source),
      width: 900,
      height: 1600,
      isAnimated: false,
    });
    const { conversions, placeholder, color } = await made;
    expect(conversions.map(({ name, path }) => [name, path])).toEqual([
      ['medium', inFolder('medium')],
      ['small', inFolder('small')],
    ]);
    for (const version of conversions) {
      const bytes = readFileSync(version.path);
      expect([version.bytes, version.sha256]).toEqual([bytes.length, sha256(version.path)]);
      expect(await new Bun.Image(bytes).metadata()).toMatchObject({
        width: version.width,
        height: version.height,
      });
    }
    expect([placeholder.length < 1000, color.length]).toEqual([true, 7]);
    for (const secret of SECRETS) expect(readFileSync(source, 'latin1')).not.toContain(secret);
    mkdirSync(inFolder('again'));
    const again = await convertPicture(
      app.deps,
      {
        source,
        mime: 'image/jpeg',
        folder: inFolder('again'),
      },
      { owner: 'test' },
    );
    const facts = ({ name, sha256: hash }: (typeof conversions)[number]) => [name, hash];
    expect(again.conversions.map(facts)).toEqual(conversions.map(facts));
    expect([again.placeholder, again.color]).toEqual([placeholder, color]);
  });

  test('tell what they have prepared while they go on', async () => {
    const source = put('source', makePng(3000, 2000, landscape));
    const { prepared, made } = processPicture(
      app.deps,
      { source, folder, mime: 'image/png' },
      { owner: 'test' },
    );
    const first = await Promise.race([prepared.then(() => 'prepared'), made.then(() => 'made')]);
    expect(first).toBe('prepared');
    expect((await made).conversions.length).toBe(3);
  });

  test('have the memory for as many pixels as are taken on', async () => {
    const [width, height] = [8192, 6144];
    const gif = GIFEncoder({ auto: true });
    gif.writeFrame(new Uint8Array(width * height), width, height, { palette: [[200, 40, 40]] });
    gif.finish();
    const pictures = {
      'image/gif': gif.bytes(),
      'image/jpeg': addSegments(
        await new Bun.Image(makePng(8, 6, landscape)).resize(width, height).jpeg({ quality: 80 }).bytes(),
        ...jpegSecrets(6),
      ),
    };
    for (const [mime, bytes] of Object.entries(pictures)) {
      const place = inFolder(mime.replace('/', '-'));
      mkdirSync(place);
      const work = processPicture(
        app.deps,
        { source: put('source', bytes), folder: place, mime },
        { owner: 'test' },
      );
      expect((await work.made).conversions.map(({ name }) => name)).toEqual(['large', 'medium', 'small']);
    }
  });

  test.skipIf(process.platform !== 'linux')('give way to the server, also where they decode', async () => {
    const source = put('source', makePng(400, 300, landscape));
    await processPicture(app.deps, { source, folder, mime: 'image/png' }, { owner: 'test' }).made;
    // After the name of a process or thread: its state, its parent, and as the 17th field its nice value.
    const fieldsOf = (path: string) =>
      readFileSync(`/proc/${path}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
    const isOurWorker = (pid: string) =>
      fieldsOf(pid)[1] === String(process.pid) &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('photo.worker');
    const workers = readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) && isOurWorker(name),
    );
    expect(workers).not.toEqual([]);
    const threads = workers.flatMap((pid) =>
      readdirSync(`/proc/${pid}/task`).map((thread) => `${pid}/task/${thread}`),
    );
    expect(threads.filter((thread) => Number(fieldsOf(thread)[16]) < 10)).toEqual([]);
  });

  test('what is refused is an error on the file, and leaves nothing', async () => {
    const source = put('source', makePng(40, 40, landscape).slice(0, 100));
    const { prepared, made } = processPicture(
      app.deps,
      { source, folder, mime: 'image/png' },
      { owner: 'test' },
    );
    expect(await prepared.catch((error: unknown) => error)).toMatchObject({
      code: 'validation_failed',
      details: { errors: { file: [expect.stringContaining('The PNG is damaged: its end is missing.')] } },
    });
    expect(made).rejects.toThrow('The PNG is damaged: its end is missing.');
    const converted = convertPicture(app.deps, { source, mime: 'image/png', folder }, { owner: 'test' });
    expect(await converted.catch((error: unknown) => error)).toMatchObject({ code: 'validation_failed' });
    expect(readdirSync(folder)).toEqual(['source']);
  });

  test('a file that is there already is not written over', async () => {
    const source = put('source', makePng(400, 400, landscape));
    const taken = put('small', Buffer.from('mine'));
    const { prepared, made } = processPicture(
      app.deps,
      { source, folder, mime: 'image/png' },
      { owner: 'test' },
    );
    expect((await prepared).width).toBe(400);
    expect(await made.catch((error: unknown) => error)).toMatchObject({ code: 'internal' });
    expect(readFileSync(taken, 'utf8')).toBe('mine');
  });

  test('many at once are done one after the other, each for itself', async () => {
    const good = makePng(400, 300, landscape);
    const bad = good.slice(0, -20);
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, async (_, index) => {
        mkdirSync(inFolder(`place-${index}`));
        const source = put(`source-${index}`, index % 2 ? bad : good);
        const place = { folder: inFolder(`place-${index}`), mime: 'image/png' };
        const { prepared, made } = processPicture(app.deps, { source, ...place }, { owner: 'test' });
        await made;
        return prepared;
      }),
    );
    for (const [index, { status }] of results.entries())
      expect(status).toBe(index % 2 ? 'rejected' : 'fulfilled');
    expect(
      new Set(results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.sha256] : []))).size,
    ).toBe(1);
  });
});

/** Asks the workers for all it is told of on the command line, as the service does. */
const PROGRAM = `
import { createPicturePools, processPicture } from '${resolve(import.meta.dir, '../../../src/features/media/photo-workers.ts')}';
import { FairShare } from '${resolve(import.meta.dir, '../../../src/platform/fair-use/fair-share.ts')}';
async function main() {
  const pictures = createPicturePools({ log: { error: (fault) => console.error(fault) }, fairShare: new FairShare() });
  const deps = { services: { media: { pictures } } };
  const done = [];
  for (const argument of process.argv.slice(2)) {
    const [mime, source] = argument.split('=');
    const work = processPicture(deps, { source, mime, folder: source + '-made' }, { owner: 'test' });
    const prepared = await work.prepared;
    const { conversions, color } = await work.made;
    done.push([mime, prepared.mime, prepared.width, conversions.map((version) => version.name), color]);
  }
  await Promise.all([pictures.avif.close(), pictures.others.close()]);
  process.stdout.write(JSON.stringify(done));
}
void main();
`;

test('all of it is in the executable', async () => {
  const source = inFolder('program');
  mkdirSync(join(source, 'features/media'), { recursive: true });
  writeFileSync(join(source, 'main.ts'), PROGRAM);
  const worker = resolve(import.meta.dir, '../../../src/features/media/photo.worker.ts');
  writeFileSync(join(source, 'features/media/photo.worker.ts'), `import ${JSON.stringify(worker)};`);
  const executable = inFolder('executable');
  await compile(executable, undefined, source);
  rmSync(source, { recursive: true });
  const jpeg = put('a.jpg', await makeJpeg(1300, 700, landscape));
  const avif = put('b.avif', TURNED_AVIF);
  const inks = put('c.jpg', makeFlatJpeg(640, 8, [200, 100, 50, 220]));
  for (const path of [jpeg, avif, inks]) mkdirSync(`${path}-made`);
  const child = Bun.spawn([executable, `image/jpeg=${jpeg}`, `image/avif=${avif}`, `image/jpeg=${inks}`], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect({ status: await child.exited, stderr }).toEqual({ status: 0, stderr: '' });
  const [first, second, third] = JSON.parse(stdout);
  expect(first).toEqual(['image/jpeg', 'image/jpeg', 1300, ['large', 'medium', 'small'], expect.any(String)]);
  expect(second).toEqual(['image/avif', 'image/jpeg', 8, [], expect.any(String)]);
  expect(third.slice(0, 3)).toEqual(['image/jpeg', 'image/jpeg', 640]);
  expect(existsSync(inFolder('a.jpg-made/small'))).toBe(true);
}, 60_000);
