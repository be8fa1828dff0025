import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type ByteCache, createByteCache } from '../../platform/byte-cache.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TenantScope } from '../../platform/scope.ts';
// Not by its index: the server itself must not load the compiler.
import { RENDERER_VERSION } from '../../render/version.ts';
import { selectRendering, trimRenderings, updateRenderingUse, upsertRendering } from './queries.ts';
import type { Rendering } from './rendering.ts';

/** In the database, compressed: some ten thousand mails. */
const MAX_BYTES = 256 * 1024 * 1024;

/** In memory. */
const MAX_MEMORY_BYTES = 16 * 1024 * 1024;

/** Trimming looks at every row, so it is done once for so many new bytes. */
const TRIM_AFTER_BYTES = 4 * 1024 * 1024;

/** How exactly the time of last use is known. */
const USE_RESOLUTION_MS = 3_600_000;

/** What a rendering depends on beside the content, whose SHA-256 is `contentHash`. */
export interface RenderingInputs {
  contentHash: Uint8Array;
  [option: string]: unknown;
}

/** The key of a rendering: of all that it depends on, the renderer's version and the tenant included. */
export function renderingKey(scope: TenantScope, { contentHash, ...options }: RenderingInputs): Buffer {
  const hash = Buffer.from(contentHash).toString('base64');
  return Buffer.from(sha256(JSON.stringify([RENDERER_VERSION, scope.tenant.id, hash, options])));
}

interface Memory {
  renderings: ByteCache<Rendering>;
  /** Written since the database was trimmed last; the first writing trims. */
  untrimmedBytes: number;
}

const memories = new WeakMap<Deps, Memory>();

/** The rendering kept under a key, if there is one: from memory the very same object. */
export async function recallRendering(
  deps: Deps,
  scope: TenantScope,
  key: Buffer,
): Promise<Rendering | undefined> {
  const { renderings } = memoryOf(deps);
  const name = key.toString('base64');
  const hot = renderings.get(name);
  if (hot !== undefined) return hot;
  const row = await selectRendering(scope, deps.db.reader, key);
  if (row === undefined) return undefined;
  const rendering = unpack(deps, row.rendering);
  if (rendering === undefined) return undefined;
  renderings.set(name, rendering, sizeOf(rendering));
  const now = deps.clock.now();
  if (now - row.usedAt >= USE_RESOLUTION_MS) {
    keep(deps, () => deps.db.transaction((db) => updateRenderingUse(scope, db, key, now)));
  }
  return rendering;
}

/** What cannot be read any more is made anew. */
function unpack(deps: Deps, packed: Uint8Array): Rendering | undefined {
  try {
    return JSON.parse(inflateRawSync(packed).toString()) as Rendering;
  } catch (error) {
    deps.log.warn({ err: error }, 'a rendering that was kept cannot be read');
    return undefined;
  }
}

function sizeOf({ html, mjml, plain_text }: Rendering): number {
  return html.length + mjml.length + plain_text.length;
}

/** Keeps a rendering, without anybody waiting for it. */
export function rememberRendering(deps: Deps, scope: TenantScope, key: Buffer, made: Rendering): void {
  const memory = memoryOf(deps);
  const json = Buffer.from(JSON.stringify(made));
  memory.renderings.set(key.toString('base64'), made, sizeOf(made));
  const rendering = deflateRawSync(json);
  const bytes = rendering.byteLength;
  memory.untrimmedBytes += bytes;
  const mustTrim = memory.untrimmedBytes >= TRIM_AFTER_BYTES;
  if (mustTrim) memory.untrimmedBytes = 0;
  const row = { key, tenantId: scope.tenant.id, rendering, bytes, usedAt: deps.clock.now() };
  keep(deps, () =>
    deps.db.transaction(async (db) => {
      await upsertRendering(db, row);
      if (mustTrim) await trimRenderings(db, MAX_BYTES);
    }),
  );
}

/** A full disk, or a tenant deleted meanwhile, must not spoil an answer that is ready. */
function keep(deps: Deps, write: () => Promise<void>): void {
  write().catch((error) => deps.log.warn({ err: error }, 'a rendering was not kept'));
}

function memoryOf(deps: Deps): Memory {
  let memory = memories.get(deps);
  if (memory === undefined) {
    memory = { renderings: createByteCache(MAX_MEMORY_BYTES), untrimmedBytes: TRIM_AFTER_BYTES };
    memories.set(deps, memory);
  }
  return memory;
}
