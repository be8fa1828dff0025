import {
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
} from '../../mail/model/index.ts';
import { targetMoment } from '../../mail/parse/countdown-moment.ts';
import type { Deps } from '../../platform/deps.ts';
import { notFound, requireGet } from '../../platform/errors.ts';
import { urlOf } from '../../platform/network/request-url.ts';
import { isOwnMedia, readOwnMedia } from '../media/index.ts';
import { readDrawing } from '../starters/index.ts';
import { type CountdownSource, IMAGE_PATH, type PosterSource, readPicture } from './pictures.ts';

const DRAWERS = { social: iconImage, countdown: countdownImage, poster: posterImage, drawing: drawingImage };

/**
 * Serves the pictures mails refer to: social icons, drawings, countdowns and posters of videos, without a token, because mail
 * clients have none. Simultaneous requests for one picture are drawn once.
 */
export function createImageEndpoint(deps: Deps) {
  return async (request: Request): Promise<Response> => {
    requireGet(request);
    const path = urlOf(request).pathname.slice(IMAGE_PATH.length + 1);
    const [kind = '', ...steps] = path.split('/');
    if (!Object.hasOwn(DRAWERS, kind)) throw notFound('Picture');
    const draw = DRAWERS[kind as keyof typeof DRAWERS];
    const { images } = deps.services.rendering;
    const cached = images.get(path);
    if (cached !== undefined && cached.freshUntil <= deps.clock.now()) images.delete(path);
    return toResponse(
      await images.getOrLoad(
        path,
        () => draw(deps, steps),
        (image) => sizeOf(path, image),
      ),
    );
  };
}

/** Includes the path, because a redirect has no body and entries of size 0 would not be limited. */
const sizeOf = (path: string, { body }: ServedImage) => path.length + (body?.byteLength ?? 0);

function toResponse({ body, type, location, cacheSeconds }: ServedImage): Response {
  const headers: Record<string, string> = {
    // Some mail services cache countdowns in spite of this.
    'cache-control': cacheSeconds === 0 ? 'no-cache, no-store, max-age=0' : `public, max-age=${cacheSeconds}`,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  };
  if (location !== undefined) return new Response(null, { status: 302, headers: { ...headers, location } });
  return new Response(body, { headers: { ...headers, 'content-type': type } });
}

export interface ServedImage {
  body: Uint8Array<ArrayBuffer> | null;
  type: string;
  /** Another picture to show in its place. */
  location?: string;
  /** How long clients may cache it; 0: not at all. */
  cacheSeconds: number;
  /** Until when the server may cache it (ms). */
  freshUntil: number;
}

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

/** Icons and drawings belong to no tenant; there are few, and each is drawn once. */
const ICONS_OWNER = 'icons';

/** Separate from the owner of the tenant's jobs, so that readers of mails do not use its turns. */
const toPictureOwner = (tag: string): string => `pictures ${tag}`;

/** How long a picture is cached if its thumbnail could not be fetched. */
const RETRY_SECONDS = 300;

const MAX_THUMBNAIL_BYTES = 10 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 10_000;

/** `social/<style>/<platform>.png`. Throws `not_found` for unknown icons. */
async function iconImage(deps: Deps, steps: readonly string[]): Promise<ServedImage> {
  const [style, file = '', ...more] = steps;
  const platform = file.replace(/\.png$/, '');
  const isDrawn =
    more.length === 0 &&
    file.endsWith('.png') &&
    SOCIAL_ICON_STYLES.includes(style as SocialIconStyle) &&
    SOCIAL_PLATFORMS.includes(platform as SocialPlatform);
  if (!isDrawn) throw notFound('Picture');
  const request = { platform: platform as SocialPlatform, style: style as SocialIconStyle };
  const { bytes, type } = await deps.services.rendering.pools.images.run(
    { kind: 'icon', request },
    { owner: ICONS_OWNER },
  );
  return keepFor(deps, YEAR_SECONDS, bytes, type);
}

/** `countdown/<signed>.gif`: the time left in this second. */
async function countdownImage(deps: Deps, steps: readonly string[]): Promise<ServedImage> {
  const source = readSource<CountdownSource>(deps, 'countdown', steps, '.gif');
  const { expiredImageUrl = '', owner, ...options } = source;
  const second = Math.floor(deps.clock.now() / 1000);
  const step = { cacheSeconds: 0, freshUntil: (second + 1) * 1000 };
  const moment = targetMoment(options.targetDate, options.timezone ?? 'UTC');
  const hasPassed = moment !== undefined && moment <= second * 1000;
  const location = hasPassed && options.hideOnExpiry !== true ? toWebAddress(expiredImageUrl) : undefined;
  if (location !== undefined) return { ...step, body: null, type: '', location };
  const { bytes, type } = await deps.services.rendering.pools.images.run(
    { kind: 'countdown', options, now: second * 1000 },
    { owner: toPictureOwner(owner) },
  );
  return { ...step, body: new Uint8Array(bytes), type };
}

/** `poster/<signed>.jpg`: the video's thumbnail with a play button, or a plain background if it cannot be fetched. */
async function posterImage(deps: Deps, steps: readonly string[]): Promise<ServedImage> {
  const { url, width, owner } = readSource<PosterSource>(deps, 'poster', steps, '.jpg');
  const image = url === '' ? undefined : await readThumbnail(deps, url);
  const drawn = await deps.services.rendering.pools.images.run(
    { kind: 'poster', request: { image, width } },
    { owner: toPictureOwner(owner) },
  );
  const isComplete = url === '' || ('hasImage' in drawn && drawn.hasImage);
  return keepFor(deps, isComplete ? DAY_SECONDS : RETRY_SECONDS, drawn.bytes, drawn.type);
}

/** `drawing/<signed>.png`: a scene or an icon of a starter. */
async function drawingImage(deps: Deps, [file = '', ...more]: readonly string[]): Promise<ServedImage> {
  const drawing = more.length === 0 ? readDrawing(deps, file) : undefined;
  if (drawing === undefined) throw notFound('Picture');
  const { bytes, type } = await deps.services.rendering.pools.images.run(
    { kind: 'drawing', drawing },
    { owner: ICONS_OWNER },
  );
  return keepFor(deps, YEAR_SECONDS, bytes, type);
}

/** An http(s) address, encoded for a header; undefined for any other text. */
function toWebAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

/** Reads files of the media library from the store, because the server may be unable to reach its public address. */
async function readThumbnail(deps: Deps, url: string): Promise<Uint8Array | undefined> {
  try {
    if (isOwnMedia(deps, url)) return await readOwnMedia(deps, url, MAX_THUMBNAIL_BYTES);
    const limits = { maxBytes: MAX_THUMBNAIL_BYTES, timeoutMs: FETCH_TIMEOUT_MS, accept: ['image/*'] };
    return (await deps.publicFetch.fetchPublicFile(url, limits)).bytes;
  } catch (error) {
    deps.log.warn({ err: error }, 'the picture of a video could not be fetched');
    return undefined;
  }
}

function readSource<Source>(
  deps: Deps,
  kind: 'countdown' | 'poster',
  [file = '', ...more]: readonly string[],
  extension: string,
): Source {
  const isOne = more.length === 0 && file.endsWith(extension);
  const source = isOne ? readPicture<Source>(deps, kind, file.slice(0, -extension.length)) : undefined;
  if (source === undefined) throw notFound('Picture');
  return source;
}

function keepFor(deps: Deps, seconds: number, bytes: Uint8Array, type: string): ServedImage {
  return {
    body: new Uint8Array(bytes),
    type,
    cacheSeconds: seconds,
    freshUntil: deps.clock.now() + seconds * 1000,
  };
}
