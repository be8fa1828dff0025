import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { RENDERER_VERSION } from '../../mail/render/version.ts';
import { Cache } from '../../platform/cache.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { encodeJson, parseStoredJson } from '../../platform/stored-json.ts';
import {
  type RenderingRow,
  selectRendering,
  trimRenderings,
  updateRenderingUse,
  upsertRendering,
} from './queries.ts';
import { type EncodedRendering, encodeTexts, type Rendering, toEncodedRendering } from './rendering.ts';

// Not by its index: the server itself must not load the compiler.

/** In the database, compressed: some ten thousand mails. */
const MAX_BYTES = 256 * 1024 * 1024;

/** In memory. */
const MAX_MEMORY_BYTES = 16 * 1024 * 1024;

/** Trimming looks at every row, so it is done once for so many new bytes. */
const TRIM_AFTER_BYTES = 4 * 1024 * 1024;

/** A commit waits for the disk, and all requests with it: many renderings share one, and no answer waits for it. */
const WRITE_AFTER_MS = 500;

/** How exactly the time of last use is known. */
const USE_RESOLUTION_MS = 3_600_000;

/** The inputs of a rendering; `contentHash` is the SHA-256 of the content. */
interface RenderingInputs {
  contentHash: Uint8Array;
  [option: string]: unknown;
}

/** The key of a rendering: of all that it depends on, the renderer's version and the tenant included. */
export function renderingKey(scope: TenantScope, { contentHash, ...options }: RenderingInputs): Buffer {
  const hash = Buffer.from(contentHash).toString('base64');
  return Buffer.from(sha256(JSON.stringify([RENDERER_VERSION, scope.tenant.id, hash, options])));
}

const deflate = promisify(deflateRaw);

type UnwrittenRendering = Pick<RenderingRow, 'key' | 'tenantId' | 'usedAt'> & { made: EncodedRendering };

/** Renderings in memory, and behind that in the database. */
export class RenderingCache {
  readonly #deps: Deps;
  readonly #recent = new Cache<EncodedRendering>({ maxBytes: MAX_MEMORY_BYTES });
  /** Not in the database yet. */
  readonly #unwritten: UnwrittenRendering[] = [];
  #nextWrite: Timer | undefined;
  /** Written since the database was trimmed last; the first writing trims. */
  #untrimmedBytes = TRIM_AFTER_BYTES;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The rendering kept under a key, if there is one: from memory the very same object. */
  async get(scope: TenantScope, key: Buffer): Promise<EncodedRendering | undefined> {
    const { db, clock } = this.#deps;
    const name = key.toString('base64');
    const recent = this.#recent.get(name);
    if (recent !== undefined) return recent;
    const row = await selectRendering(scope, db.reader, key);
    if (row === undefined) return undefined;
    const unpacked = unpack(this.#deps, row.rendering);
    if (unpacked === undefined) return undefined;
    const rendering = toEncodedRendering(encodeTexts(unpacked), unpacked.mediaTokens);
    this.#recent.set(name, rendering, rendering.jsonBytes);
    const now = clock.now();
    if (now - row.usedAt >= USE_RESOLUTION_MS) {
      void this.#write((connection) => updateRenderingUse(scope, connection, key, now));
    }
    return rendering;
  }

  /** Keeps a rendering, in memory at once and in the database soon; no request waits for that. */
  set(scope: TenantScope, key: Buffer, made: EncodedRendering): void {
    this.#recent.set(key.toString('base64'), made, made.jsonBytes);
    this.#unwritten.push({ key, tenantId: scope.tenant.id, usedAt: this.#deps.clock.now(), made });
    this.#nextWrite ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what is not in the database yet. Never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#nextWrite);
    this.#nextWrite = undefined;
    const rows = await Promise.all(this.#unwritten.splice(0).map(pack));
    for (const { bytes } of rows) this.#untrimmedBytes += bytes;
    const writes = rows.map((row) => this.#write((db) => upsertRendering(db, row)));
    if (rows.length > 0 && this.#untrimmedBytes >= TRIM_AFTER_BYTES) {
      this.#untrimmedBytes = 0;
      writes.push(this.#write((db) => trimRenderings(db, MAX_BYTES)));
    }
    await Promise.all(writes);
  }

  /** A full disk, or a tenant deleted meanwhile, must not spoil an answer that is ready. */
  #write(work: (db: Connection) => Promise<void>): Promise<void> {
    const { db, log } = this.#deps;
    return db.transaction(work).catch((error) => log.warn({ err: error }, 'a rendering was not kept'));
  }
}

/** A rendering that cannot be read is rendered again. */
function unpack(deps: Deps, packed: Uint8Array): Rendering | undefined {
  try {
    const stored = JSON.parse(inflateRawSync(packed).toString()) as Partial<Rendering>;
    // Renderings stored by earlier versions have no tokens.
    return { mediaTokens: [], ...stored } as Rendering;
  } catch (error) {
    deps.log.warn({ err: error }, 'a rendering that was kept cannot be read');
    return undefined;
  }
}

/** By other threads, and in the quick way: compressing a long mail takes milliseconds that requests would wait for. */
async function pack({ made, ...facts }: UnwrittenRendering): Promise<RenderingRow> {
  const { html, mjml, plain_text, warnings, mediaTokens } = made;
  const json = encodeJson({ html, mjml, plain_text, warnings, mediaTokens });
  const rendering = await deflate(json, { level: 1 });
  return { ...facts, rendering, bytes: rendering.byteLength };
}

/** Plain texts of mails that were exported lately: an editor sends its test mail right after the export. */
export const MAX_PLAIN_TEXT_BYTES = 4 * 1024 * 1024;

/** Bytes of an entry beside its text. */
const ENTRY_BYTES = 100;

/** Remembers that a mail with this HTML has come from here. */
export function noteRendering(deps: Deps, scope: TenantScope, rendering: EncodedRendering): void {
  rendering.htmlHash ??= hashOf(encodeJson(rendering.html));
  const bytes = ENTRY_BYTES + encodeJson(rendering.plain_text).length;
  deps.services.rendering.plainTexts.set(keyOf(scope, rendering.htmlHash), rendering.plain_text, bytes);
}

/** The plain text of a mail with exactly this HTML that this tenant has exported lately; otherwise undefined. */
export function recallPlainText(deps: Deps, scope: TenantScope, html: string): string | undefined {
  const found = deps.services.rendering.plainTexts.get(keyOf(scope, hashOf(JSON.stringify(html))));
  return found === undefined ? undefined : parseStoredJson(found);
}

function hashOf(json: string | Uint8Array): string {
  return Buffer.from(sha256(json)).toString('base64');
}

function keyOf(scope: TenantScope, hash: string): string {
  return `${scope.tenant.id} ${hash}`;
}
