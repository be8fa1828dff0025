import { deflateSync } from 'node:zlib';
import type { AppOverrides } from '../../../src/app.ts';
import type { Settings } from '../../../src/config/index.ts';
import { PNG_SIGNATURE, pngChunk } from '../../../src/mail/pictures/png.ts';
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts';

/** Longest a test may take: a guard against hanging where workers start slowly, not an expectation. */
export const GUARD_MS = 120_000;

/** Where mails say the service is. */
export const BASE_URL = 'https://mail.example';

export interface Item {
  id: string;
  filename: string;
  mime_type: string;
  size: number;
  url: string;
  small_url: string | null;
  medium_url: string | null;
  large_url: string | null;
  folder_id: string | null;
  conversions_generated: boolean;
  width: number | null;
  height: number | null;
  alt_text: string;
  color: string | null;
  placeholder: string | null;
  created_at: string;
  updated_at: string;
}

export type Tenant = Awaited<ReturnType<TestApp['openTenant']>>;

/** An application with the tenant `acme` and its library. */
export async function openLibrary(
  settings: Partial<Settings> = {},
  overrides: AppOverrides = {},
  initialized?: TestApp['first'],
) {
  const app = await createTestApp({ base_url: BASE_URL, ...settings }, overrides, initialized);
  const tenant = await app.openTenant('acme');
  return { app, tenant, ...libraryOf(tenant), fetchMedia: mediaOf(app) };
}

export type Library = Awaited<ReturnType<typeof openLibrary>>;

export type FileBytes = Uint8Array<ArrayBuffer> | string;

/** A form with a file, as browsers send it. */
export function formOf(
  bytes: FileBytes,
  filename: string,
  fields: Record<string, string> = {},
  name = 'file',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(name, new File([bytes], filename));
  return form;
}

/** What a tenant can do with its library. */
export function libraryOf({ request }: Pick<Tenant, 'request'>) {
  const sendUpload = (bytes: FileBytes, filename: string, fields?: Record<string, string>): Promise<Answer> =>
    request('POST', '/media/upload', { body: formOf(bytes, filename, fields) });
  const sendReplace = (id: string, bytes: FileBytes, filename = 'new.png'): Promise<Answer> =>
    request('POST', `/media/${id}/replace`, { body: formOf(bytes, filename) });
  const post = (path: string, body: unknown): Promise<Answer> => request('POST', `/media/${path}`, { body });
  const browse = (query: Record<string, string> = {}): Promise<Answer> =>
    request('GET', `/media/browse?${new URLSearchParams(query)}`);
  return {
    sendUpload,
    sendReplace,
    post,
    browse,
    /** An upload that has to succeed. */
    async upload(bytes: FileBytes, filename: string, fields?: Record<string, string>): Promise<Item> {
      return readData(await sendUpload(bytes, filename, fields), 201);
    },
    async replace(id: string, bytes: FileBytes, filename?: string): Promise<Item> {
      return readData(await sendReplace(id, bytes, filename), 200);
    },
    async list(query?: Record<string, string>): Promise<Item[]> {
      return readData(await browse(query), 200);
    },
    async createFolder(name: string, parent_id: string | null = null): Promise<string> {
      return readData<{ id: string }>(await post('folders', { name, parent_id }), 201).id;
    },
    /** A template that shows these addresses. */
    async createTemplate(name: string | undefined, ...urls: string[]): Promise<string> {
      const body = { content: contentShowing(...urls), name };
      return readData<{ id: string }>(await request('POST', '/templates', { body }), 201).id;
    },
    async usedBytes(): Promise<number> {
      return readData<{ storage: { used_bytes: number } }>(await request('GET', '/config'), 200).storage
        .used_bytes;
    },
  };
}

function readData<Data>(answer: Answer, status: number): Data {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`);
  return answer.body.data;
}

/** What lies at an address of ours. */
export function mediaOf({ http }: Pick<TestApp, 'http'>) {
  return async (url: string, init: RequestInit = {}): Promise<Response> =>
    http.handle(new Request(url.replace(BASE_URL, 'http://localhost'), init));
}

/** A content with a picture a URL. */
export const contentShowing = (...urls: string[]) => ({
  blocks: urls.map((src, i) => ({ id: `b${i}`, type: 'image', src, alt: '' })),
  settings: {},
});

/** A PNG with a gradient; each seed makes another file. */
export function drawPng(seed: number, width = 40, height = 30): Uint8Array<ArrayBuffer> {
  const row = 1 + width * 3;
  const rows = Buffer.alloc(height * row);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = [200 - (x * 90) / width, 60 + (y * 90) / height, (seed * 37) % 256];
      rows.set(color.map(Math.round), y * row + 1 + x * 3);
    }
  }
  rows.writeUInt16BE(seed % 65_536, 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([PNG_SIGNATURE, ...chunks]));
}

/** The smallest file that is a PDF, with a text in it. */
export const writePdf = (text: string): string => `%PDF-1.7\n% ${text}\ntrailer<<>>\n%%EOF\n`;
