import { Cache } from '../../../platform/caching/cache.ts';
import type { Deps } from '../../../platform/deps.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { isOwnMedia, readTenantPicture } from '../../media/index.ts';
import { readDrawingAddress } from '../../starters/index.ts';
import type { PictureFile } from './thumbnail.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Most bytes of all pictures of a mail. They are sent to a worker process. */
const MAX_ALL_BYTES = 40 * 1024 * 1024;

/** Most pictures of other servers in one thumbnail. Further ones stay gray. */
const MAX_FOREIGN = 16;
const MAX_FOREIGN_BYTES = 5 * 1024 * 1024;
/** Most scenes and icons that the service draws itself. */
const MAX_DRAWINGS = 16;
/** Short, because somebody waits for the thumbnail. */
const FETCH_TIMEOUT_MS = 3_000;

/** How long pictures of other servers are cached, because each change to a mail draws it again. */
const KEPT_MS = 10 * 60_000;

/** A fetched picture; without bytes if it could not be fetched. */
interface ForeignPicture {
  bytes: Uint8Array | undefined;
  freshUntil: number;
}

interface GatheredPictures {
  files: PictureFile[];
  /** A picture could not be fetched; it may succeed later. */
  isIncomplete: boolean;
}

/** Reads the pictures of mails: those of the tenant's library from the file store, others from public servers. */
export class PictureGatherer {
  readonly #deps: Deps;
  readonly #foreign: Cache<ForeignPicture>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#foreign = new Cache({ budget: deps.cacheBudget });
  }

  /** Never throws: a picture that cannot be read is left out. `width`: pixels of the thumbnail. */
  async gather(scope: TenantScope, addresses: readonly string[], width: number): Promise<GatheredPictures> {
    const { baseUrl } = this.#deps;
    const own = addresses.filter((address) => isOwnMedia(this.#deps, address));
    const foreign = addresses.filter(
      (address) => !own.includes(address) && !address.startsWith(`${baseUrl}/`),
    );
    const wanted = { minWidth: width, maxBytes: MAX_FILE_BYTES };
    const context = { deps: this.#deps, scope };
    const drawings = addresses
      .filter((address) => address.startsWith(`${baseUrl}/`) && !own.includes(address))
      .slice(0, MAX_DRAWINGS);
    const [read, fetched, drawn] = await Promise.all([
      Promise.all(own.map((address) => readTenantPicture(context, address, wanted).catch(() => undefined))),
      Promise.all(foreign.slice(0, MAX_FOREIGN).map((address) => this.#fetch(scope, address))),
      Promise.all(drawings.map((address) => this.#draw(scope, address))),
    ]);
    const files: PictureFile[] = [];
    let total = 0;
    const all = [
      ...own.map((address, at) => [address, read[at]] as const),
      ...foreign.map((address, at) => [address, fetched[at]] as const),
      ...drawings.map((address, at) => [address, drawn[at]] as const),
    ];
    for (const [address, bytes] of all) {
      if (bytes === undefined || total + bytes.byteLength > MAX_ALL_BYTES) continue;
      total += bytes.byteLength;
      files.push({ address, bytes });
    }
    return { files, isIncomplete: fetched.includes(undefined) };
  }

  /** Draws a picture of a starter. */
  async #draw(scope: TenantScope, address: string): Promise<Uint8Array | undefined> {
    const drawing = readDrawingAddress(this.#deps, address);
    if (drawing === undefined) return undefined;
    const { images } = this.#deps.services.rendering.pools;
    const drawn = await images
      .run({ kind: 'drawing', drawing }, { owner: ownerOf(scope) })
      .catch(() => undefined);
    return drawn?.bytes;
  }

  /** Fetches a picture from a public address. Failures are cached too. */
  async #fetch(scope: TenantScope, address: string): Promise<Uint8Array | undefined> {
    const { clock, log, publicFetch } = this.#deps;
    // Keyed by tenant, so that no tenant can find out which pictures others have.
    const key = `${scope.tenant.id} ${address}`;
    const known = this.#foreign.get(key);
    if (known !== undefined && known.freshUntil > clock.now()) return known.bytes;
    let bytes: Uint8Array | undefined;
    try {
      const limits = { maxBytes: MAX_FOREIGN_BYTES, timeoutMs: FETCH_TIMEOUT_MS, accept: ['image/*'] };
      bytes = (await publicFetch.fetchPublicFile(address, { ...limits, owner: ownerOf(scope) })).bytes;
    } catch (error) {
      log.debug({ err: error }, 'a picture for a thumbnail could not be fetched');
    }
    const picture = { bytes, freshUntil: clock.now() + KEPT_MS };
    this.#foreign.set(key, picture, key.length + (bytes?.byteLength ?? 0));
    return bytes;
  }
}
