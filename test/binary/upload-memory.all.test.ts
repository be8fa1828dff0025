import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Socket } from 'bun';
import { USUAL_COMPILERS } from '../support/late-compilers.ts';
import { landscape, makeJpeg } from '../support/make-pictures.ts';
import { readRss } from './process-memory.ts';
import {
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const UPLOADS = 200;
const FILE_BYTES = 5_000_000;
const MAX_RSS_MB = 400;
const BOUNDARY = 'memory-test';

let place: TestDirectory;
let server: Server;
let tenant: Tenant;
beforeAll(async () => {
  const { place: made, first: credentials } = await createInitializedDirectory();
  place = made;
  server = await startServer(place, [], USUAL_COMPILERS);
  tenant = await openTenant(server.url, credentials);
});
afterAll(() => place.remove());

/** Looks at the memory again and again while something is done; resolves to the largest value seen. */
async function watchRss(pid: number, work: Promise<unknown>): Promise<number> {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, readRss(pid));
  }, 20);
  await work.finally(() => clearInterval(timer));
  return most;
}

/** Sends one file, whose end all senders share; resolves to the answer's status line. */
async function upload(serial: number, name: string, head: string, tail: Uint8Array): Promise<string> {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${head}`;
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const start = Buffer.from(
    [
      `POST ${tenant.base}/media/upload HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${tenant.token}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${Buffer.byteLength(part, 'latin1') + tail.length + end.length}`,
      `X-Request-Id: upload-${serial}`,
      `\r\n${part}`,
    ].join('\r\n'),
    'latin1',
  );
  const queue = [start, tail, Buffer.from(end)];
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  const flush = (socket: Socket) => {
    for (let piece = queue[0]; piece !== undefined; piece = queue[0]) {
      const written = Math.max(socket.write(piece), 0);
      if (written < piece.length) {
        queue[0] = piece.subarray(written);
        return;
      }
      queue.shift();
    }
  };
  const { hostname, port } = new URL(server.url);
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: flush,
      drain: flush,
      data: (socket, bytes) => {
        received += bytes.toString('latin1');
        if (received.includes('\r\n\r\n')) {
          resolve(received.slice(0, received.indexOf('\r\n')));
          socket.end();
        }
      },
      close: () => resolve(received.split('\r\n')[0] ?? ''),
    },
  });
  return promise;
}

const serialOf = (number: number) => String(number).padStart(6, '0');

// The system tells the memory of a process in a file only there.
test.if(process.platform === 'linux')('200 files of 5 MB at once leave the server small', async () => {
  const tail = new Uint8Array(FILE_BYTES).fill(0x20);
  const files = Array.from({ length: UPLOADS }, (_, i) =>
    upload(i, `${i}.pdf`, `%PDF-1.7\n% ${serialOf(i)}\n`, tail),
  );
  const most = await watchRss(server.pid, Promise.all(files));
  expect(await Promise.all(files)).toEqual(files.map(() => 'HTTP/1.1 201 Created'));
  expect(most).toBeLessThan(MAX_RSS_MB);
  const { body } = await tenant.call('GET', '/media/browse');
  expect(body.data.length).toBeGreaterThan(0);
});

test.if(process.platform === 'linux')('so do 200 photographs', async () => {
  const photo = await makeJpeg(800, 600, landscape, { quality: 90 });
  // A comment whose text differs, then the rest; bytes behind the picture give the file its size.
  const tail = Buffer.concat([photo.subarray(2), new Uint8Array(FILE_BYTES - photo.length)]);
  const files = Array.from({ length: UPLOADS }, (_, i) =>
    upload(i, `${i}.jpg`, `\xff\xd8\xff\xfe\x00\x08${serialOf(i)}`, tail),
  );
  const most = await watchRss(server.pid, Promise.all(files));
  const statuses = await Promise.all(files);
  expect(statuses.filter((status) => status !== 'HTTP/1.1 201 Created')).toEqual([]);
  expect(most).toBeLessThan(MAX_RSS_MB);
});
