import { connect } from 'node:net';
import { Type } from '@sinclair/typebox';
import { createCorsPolicy } from '../../src/http/cors.ts';
import { route, type UploadOptions } from '../../src/http/route.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { type SpooledFile, SpooledFileInput } from '../../src/platform/files/upload.ts';
import { defineOperation } from '../../src/platform/operation.ts';
import { createPublicScope, type TenantScope } from '../../src/platform/scope.ts';
import { readAnswer, type TestApp } from '../support/test-app.ts';

export const MAX_FILE_BYTES = 3_000_000;

/** What arrived at the operation behind the test's upload route. */
interface Arrival {
  file: SpooledFile;
  input: Record<string, unknown>;
  /** The file's bytes at that moment. */
  content: Buffer;
}

/** An upload route of our own on a real application: what a feature does with a file is not the matter here. */
export function createUploadServer(app: TestApp, { take = async (_arrival: Arrival) => {} } = {}) {
  const arrivals: Arrival[] = [];
  const takeFile = defineOperation({
    name: 'takeFile',
    summary: 'Takes a file.',
    scope: 'tenant',
    effect: 'write',
    input: Type.Object({
      file: SpooledFileInput,
      place: Type.Optional(Type.String({ maxLength: 20 })),
      rank: Type.Optional(Type.Integer()),
      id: Type.Optional(Type.String()),
    }),
    output: Type.Object({ bytes: Type.Integer() }),
    async run(_context, { file, ...input }) {
      const content = Buffer.from(await Bun.file(file.path).bytes());
      const arrival = { file, input, content };
      arrivals.push(arrival);
      await take(arrival);
      return { bytes: file.bytes };
    },
  });
  const upload: UploadOptions = { fields: ['file'], maxBytes: () => MAX_FILE_BYTES };
  const scope: TenantScope = {
    ...createPublicScope('test'),
    kind: 'tenant',
    surface: 'rest',
    teamId: 'team',
    projectId: 'p1',
    tenant: { id: 1, slug: 'acme' },
    plan: app.deps.plans.get('scale') as never,
  };
  const verify = (token: string): TenantScope => {
    if (token === 'good') return scope;
    if (token === 'other') return { ...scope, tenant: { id: 2, slug: 'acme' } };
    throw new Error('never asked');
  };
  const http = createHttpServer({
    deps: app.deps,
    routes: [
      route('POST', '/files', takeFile, { upload, status: 201 }),
      route('POST', '/files/:id/replace', takeFile, { upload }),
      route('POST', '/plain', takeFile),
    ],
    endpoints: [],
    logsRequests: false,
    sockets: { path: '/app/:key', accept: async () => undefined },
    schemas: {},
    verifyBearer: verify,
    // After the file, once more.
    verifyEvenExpired: verify,
    openPersonScope: () => Promise.reject(new Error('no people')),
    openBackendScope() {
      throw new Error('no route is for backends');
    },
    resolveTemplateKey: async (_, id) => id,
    readClientAddress: () => 'test',
    readRequestAddress: () => undefined,
    cors: createCorsPolicy(['*'], { of: () => undefined, someHas: () => false }),
    publicRequestsPerMinute: 1_000,
    requestLimits: { read: 0, write: 0, render: 0, upload: 0 },
  });
  const base = '/api/v1/projects/p1/tenants/acme';
  return {
    arrivals,
    http,
    base,
    /** Sends a request without a network. */
    async post(
      body: RequestInit['body'] | null,
      { headers = {}, path = '/files', token = 'good' }: PostOptions = {},
    ) {
      const all = { authorization: `Bearer ${token}`, ...headers };
      const request = new Request(`http://localhost${base}${path}`, { method: 'POST', headers: all, body });
      return readAnswer(await http.handle(request));
    },
    listen(): number {
      http.listen({ port: 0, hostname: '127.0.0.1', idleTimeout: 30, maxRequestBodySize: 1024 ** 4 });
      return http.server?.port as number;
    },
    stop: () => http.server?.stop(true),
  };
}

interface PostOptions {
  headers?: Record<string, string>;
  path?: string;
  token?: string;
}

export const BOUNDARY = 'XbOuNd';

export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** One part of a form as it goes over the wire; `disposition`: what follows `form-data; `. */
export const formPart = (disposition: string, body: string | Uint8Array, more = '') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n`),
    Buffer.from(body as string),
    Buffer.from('\r\n'),
  ]);

export const FORM_END = Buffer.from(`--${BOUNDARY}--\r\n`);

/** A whole form. */
export const formOf = (...parts: Uint8Array[]) => Buffer.concat([...parts, FORM_END]);

/** A connection on which a test decides about every byte. */
export async function openRawConnection(port: number, head: readonly string[]) {
  let received = '';
  let isClosed = false;
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (data) => {
    received += data.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    received: () => received,
    isClosed: () => isClosed,
    write: (bytes: Uint8Array | string) => new Promise<void>((done) => socket.write(bytes, () => done())),
  };
}
