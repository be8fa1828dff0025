import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
// Imported from its file, because the index would load the compiler into the server.
import { RENDERER_VERSION } from '../../mail/render/version.ts';
import { Cache } from '../../platform/caching/cache.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { encodeJson, parseStoredJson } from '../../platform/json/stored-json.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../platform/scope.ts';
import { sha256 } from '../../platform/security/crypto.ts';
import {
  type RenderingRow,
  selectRendering,
  trimRenderings,
  updateRenderingUse,
  upsertRendering,
} from './queries.ts';
import { type EncodedRendering, encodeTexts, type Rendering, toEncodedRendering } from './rendering.ts';

/** Most compressed bytes in the database: about ten thousand mails. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Bytes that are written between two trims. A trim reads every row, so it is rare. */
const TRIM_AFTER_BYTES = 4 * 1024 * 1024;

/**
 * Delay of a write: a commit waits for the disk, so renderings of half a second share one. Answers do not wait for it.
 */
const WRITE_AFTER_MS = 500;

/** The stored time of last use is updated at most this often. */
const USE_RESOLUTION_MS = HOUR_MS;

/** The inputs of a rendering; `contentHash` is the SHA-256 of the content. */
interface RenderingInputs {
  contentHash: Uint8Array;
  [option: string]: unknown;
}

/** The cache key of a rendering: a hash of everything it depends on, with the renderer's version and the tenant. */
export function renderingKey(scope: TenantScope, { contentHash, ...options }: RenderingInputs): Buffer {
  const hash = Buffer.from(contentHash).toString('base64');
  return Buffer.from(sha256(JSON.stringify([RENDERER_VERSION, scope.tenant.id, hash, options])));
}

const deflate = promisify(deflateRaw);

type UnwrittenRendering = Pick<RenderingRow, 'key' | 'tenantId' | 'usedAt'> & { made: EncodedRendering };

/** A new rendering. `mayKeep` is false if it does not belong to the key. */
interface NewRendering {
  made: EncodedRendering;
  mayKeep: boolean;
}

/** Caches renderings in memory and in the database. */
export class RenderingCache {
  readonly #deps: Deps;
  /**
   * The cache in memory. Without it, a cached export of 40 KB reaches 16 % of the bare server in the benchmark; the
   * target is 50 %.
   */
  readonly #recent: Cache<EncodedRendering>;
  /** Running renderings by key, so that requests for the same one share it. */
  readonly #underWay = new Map<string, Promise<EncodedRendering>>();
  /** Renderings that are not in the database yet. */
  readonly #unwritten: UnwrittenRendering[] = [];
  #nextWrite: Timer | undefined;
  /** Bytes written since the last trim. The first write trims. */
  #untrimmedBytes = TRIM_AFTER_BYTES;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#recent = new Cache({ budget: deps.cacheBudget });
  }

  /** The cached rendering of a key. `render` makes a missing one. */
  async getOrRender(
    scope: TenantScope,
    key: Buffer,
    render: () => Promise<NewRendering>,
  ): Promise<EncodedRendering> {
    const name = key.toString('base64');
    const found = this.#recent.get(name) ?? this.#underWay.get(name);
    if (found !== undefined) return found;
    const rendering = this.#readOrRender(scope, key, render).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, rendering);
    return rendering;
  }

  async #readOrRender(
    scope: TenantScope,
    key: Buffer,
    render: () => Promise<NewRendering>,
  ): Promise<EncodedRendering> {
    const stored = await this.#read(scope, key);
    if (stored !== undefined) return stored;
    const { made, mayKeep } = await render();
    if (mayKeep) this.#keep(scope, key, made);
    return made;
  }

  /** Reads a rendering from the database. */
  async #read(scope: TenantScope, key: Buffer): Promise<EncodedRendering | undefined> {
    const { db, clock } = this.#deps;
    const row = await selectRendering(scope, db.reader, key);
    if (row === undefined) return undefined;
    const unpacked = unpack(this.#deps, row.rendering);
    if (unpacked === undefined) return undefined;
    const rendering = toEncodedRendering(encodeTexts(unpacked), unpacked.mediaTokens);
    this.#recent.set(key.toString('base64'), rendering, rendering.jsonBytes);
    const now = clock.now();
    if (now - row.usedAt >= USE_RESOLUTION_MS) {
      void this.#write((connection) => updateRenderingUse(scope, connection, key, now), ownerOf(scope));
    }
    return rendering;
  }

  /** Puts a rendering into memory, and soon into the database. */
  #keep(scope: TenantScope, key: Buffer, made: EncodedRendering): void {
    this.#recent.set(key.toString('base64'), made, made.jsonBytes);
    this.#unwritten.push({ key, tenantId: scope.tenant.id, usedAt: this.#deps.clock.now(), made });
    this.#nextWrite ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes the entries that are not in the database yet. Never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.#nextWrite);
    this.#nextWrite = undefined;
    const rows = await Promise.all(this.#unwritten.splice(0).map(pack));
    for (const { bytes } of rows) this.#untrimmedBytes += bytes;
    const writes = rows.map((row) =>
      this.#write((db) => upsertRendering(db, row), ownerOf({ tenant: { id: row.tenantId } })),
    );
    if (rows.length > 0 && this.#untrimmedBytes >= TRIM_AFTER_BYTES) {
      this.#untrimmedBytes = 0;
      writes.push(this.#write((db) => trimRenderings(db, MAX_BYTES)));
    }
    await Promise.all(writes);
  }

  /** Failures are only logged, so that an export does not fail because the disk is full or its tenant was deleted. */
  #write(work: (db: Connection) => Promise<void>, owner?: string): Promise<void> {
    const { db, log } = this.#deps;
    return db.transaction(work, owner).catch((error) => log.warn({ err: error }, 'a rendering was not kept'));
  }
}

/** A rendering that cannot be read is rendered again. */
function unpack(deps: Deps, packed: Uint8Array): Rendering | undefined {
  try {
    return JSON.parse(inflateRawSync(packed).toString()) as Rendering;
  } catch (error) {
    deps.log.warn({ err: error }, 'a rendering that was kept cannot be read');
    return undefined;
  }
}

/** Compresses in another thread at the fastest level, because a long mail takes milliseconds. */
async function pack({ made, ...facts }: UnwrittenRendering): Promise<RenderingRow> {
  const { html, mjml, plain_text, warnings, mediaTokens } = made;
  const json = encodeJson({ html, mjml, plain_text, warnings, mediaTokens });
  const rendering = await deflate(json, { level: 1 });
  return { ...facts, rendering, bytes: rendering.byteLength };
}

/** Bytes of an entry without its text. */
const ENTRY_BYTES = 100;

/**
 * Stores the plain text of an exported mail by its HTML, because an editor sends its test mail right after the export.
 */
export function cachePlainText(deps: Deps, scope: TenantScope, rendering: EncodedRendering): void {
  const { plainTexts } = deps.services.rendering;
  rendering.htmlHash ??= hashOf(encodeJson(rendering.html));
  const key = keyOf(scope, rendering.htmlHash);
  // Called with each answer from the cache. `encodeJson` would copy the text each time.
  if (plainTexts.get(key) === rendering.plain_text) return;
  plainTexts.set(key, rendering.plain_text, ENTRY_BYTES + encodeJson(rendering.plain_text).length);
}

/** The plain text of the tenant's recent export with exactly this HTML. Undefined if the cache does not have it. */
export function findPlainText(deps: Deps, scope: TenantScope, html: string): string | undefined {
  const found = deps.services.rendering.plainTexts.get(keyOf(scope, hashOf(JSON.stringify(html))));
  return found === undefined ? undefined : parseStoredJson(found);
}

function hashOf(json: string | Uint8Array): string {
  return Buffer.from(sha256(json)).toString('base64');
}

function keyOf(scope: TenantScope, hash: string): string {
  return `${scope.tenant.id} ${hash}`;
}
