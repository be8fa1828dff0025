import { join } from 'node:path';
// Imported from their files, because the indexes would load the compiler and the drawing code into the server.
import { RENDERER_VERSION } from '../../../mail/render/version.ts';
import { DRAWING_VERSION } from '../../../mail/thumbnail/version.ts';
import { Cache } from '../../../platform/caching/cache.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError } from '../../../platform/errors.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { sha256Hex } from '../../../platform/security/crypto.ts';
import { WorkerPool } from '../../../platform/workers/pool.ts';
import { workerProcess } from '../../../platform/workers/worker-process.ts';
import { selectTenantIds } from '../queries.ts';
import { PictureGatherer } from './gather-pictures.ts';
import type { DrawJob, ThumbnailJob, ThumbnailResult } from './thumbnail.ts';
import { ThumbnailFiles } from './thumbnail-files.ts';

const WORKER = 'features/rendering/thumbnails/thumbnail.worker';

/** A hundred times as long as a usual mail takes. */
const TIME_LIMIT_MS = 10_000;

/** A worker has the compiler and the drawing library: the largest pictures of the largest mails take up to 600 MB. */
const MEMORY_LIMIT_MB = 800;

/** A gallery asks for a hundred thumbnails at once. */
const MAX_QUEUED = 400;
const MAX_QUEUED_OF_TENANT = 200;

/** When a thumbnail that lacks a picture, or is only a card, is drawn again. */
const RETRY_MS = 5 * 60_000;

/** The inputs on which the picture of a mail depends. */
export interface ThumbnailRequest extends Pick<DrawJob, 'layout' | 'isDark' | 'width' | 'maxHeight'> {
  /** Shown on a card if the mail cannot be drawn. */
  name: string;
  /** SHA-256 of the content. */
  contentHash: Uint8Array;
  readContent(): Promise<string>;
}

export interface Thumbnail {
  png: Uint8Array<ArrayBuffer>;
  /** Identifies exactly this picture; undefined if a later one may be better. */
  etag: string | undefined;
}

interface Provisional {
  png: Uint8Array<ArrayBuffer>;
  freshUntil: number;
}

/** Reads pictures of mails from files, or draws them in a worker process. */
export class Thumbnails {
  readonly pool: WorkerPool<ThumbnailJob, ThumbnailResult>;
  readonly files: ThumbnailFiles;
  readonly #deps: Deps;
  readonly #pictures: PictureGatherer;
  /** Pictures that are not stored in files. */
  readonly #provisional: Cache<Provisional>;
  /** Simultaneous requests for one picture share its drawing. */
  readonly #underWay = new Map<string, Promise<Thumbnail>>();

  constructor(deps: Deps) {
    const { cacheBudget, clock, dataDir, db, fairShare, log } = deps;
    this.#deps = deps;
    this.pool = new WorkerPool({
      start: workerProcess(WORKER),
      what: 'Drawing the mail',
      share: fairShare,
      timeLimitMs: TIME_LIMIT_MS,
      memoryLimitMb: MEMORY_LIMIT_MB,
      maxQueued: MAX_QUEUED,
      maxQueuedOfOwner: MAX_QUEUED_OF_TENANT,
      idleMs: 30_000,
      log,
    });
    this.files = new ThumbnailFiles({
      folder: join(dataDir, 'thumbnails'),
      now: () => clock.now(),
      findTenants: (ids) => selectTenantIds(db.reader, ids),
    });
    this.#pictures = new PictureGatherer(deps);
    this.#provisional = new Cache({ budget: cacheBudget });
  }

  /**
   * Throws only if the queue is full, as `WorkerPool.run`. A mail that cannot be drawn becomes a card with its name.
   */
  async getOrDraw(scope: TenantScope, request: ThumbnailRequest): Promise<Thumbnail> {
    const { layout, isDark, width, maxHeight, contentHash } = request;
    const hash = Buffer.from(contentHash).toString('base64');
    const key = sha256Hex(
      JSON.stringify([
        DRAWING_VERSION,
        RENDERER_VERSION,
        scope.tenant.id,
        hash,
        layout,
        isDark,
        width,
        maxHeight,
      ]),
    );
    const found = this.#underWay.get(key);
    if (found !== undefined) return found;
    const drawing = this.#readOrDraw(scope, key, request).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, drawing);
    return drawing;
  }

  /** Reads a picture of a mail in the way thumbnails do. Undefined: it cannot be read. */
  async readPicture(scope: TenantScope, address: string, width: number): Promise<Uint8Array | undefined> {
    const { files } = await this.#pictures.gather(scope, [address], width);
    return files[0]?.bytes;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  async #readOrDraw(scope: TenantScope, key: string, request: ThumbnailRequest): Promise<Thumbnail> {
    const etag = `"${key.slice(0, 32)}"`;
    const stored = await this.files.read(scope.tenant.id, key);
    if (stored !== undefined) return { png: stored, etag };
    const { clock, log } = this.#deps;
    const provisional = this.#provisional.get(key);
    if (provisional !== undefined && provisional.freshUntil > clock.now())
      return { png: provisional.png, etag: undefined };
    const { png, isFinal } = await this.#drawOrExplain(scope, request);
    if (!isFinal) {
      this.#provisional.set(key, { png, freshUntil: clock.now() + RETRY_MS }, png.byteLength);
      return { png, etag: undefined };
    }
    await this.files
      .write(scope.tenant.id, key, png)
      .catch((error) => log.warn({ err: error }, 'a thumbnail was not kept'));
    return { png, etag };
  }

  async #drawOrExplain(scope: TenantScope, request: ThumbnailRequest) {
    try {
      return await this.#draw(scope, request);
    } catch (error) {
      if (error instanceof DomainError && !isAboutMail(error)) throw error;
      this.#deps.log.warn({ err: error, tenant: scope.tenant.slug }, 'a mail could not be drawn');
      const { name, width } = request;
      return { png: await this.#run(scope, { kind: 'card', name, width }), isFinal: false };
    }
  }

  async #draw(scope: TenantScope, request: ThumbnailRequest) {
    const content = await request.readContent();
    const { layout, isDark, width, maxHeight } = request;
    const addresses = mayHavePictures(content) ? await this.#listPictures(scope, content) : [];
    const { files: pictures, isIncomplete } = await this.#pictures.gather(scope, addresses, width);
    const png = await this.#run(scope, { kind: 'draw', content, layout, isDark, width, maxHeight, pictures });
    return { png, isFinal: !isIncomplete };
  }

  async #listPictures(scope: TenantScope, content: string): Promise<string[]> {
    const result = await this.pool.run({ kind: 'list', content }, { owner: ownerOf(scope) });
    return 'addresses' in result ? result.addresses : [];
  }

  async #run(scope: TenantScope, job: ThumbnailJob): Promise<Uint8Array<ArrayBuffer>> {
    const result = await this.pool.run(job, { owner: ownerOf(scope) });
    if (!('png' in result)) throw new Error('The worker drew nothing.');
    return new Uint8Array(result.png);
  }
}

/** Whether an error is caused by the mail, and not by a full queue. */
const isAboutMail = ({ code }: DomainError) => code === 'too_large' || code === 'internal';

const mayHavePictures = (content: string) => /https?:\/\//i.test(content);
