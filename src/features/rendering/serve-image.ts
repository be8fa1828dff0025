import { Cache } from '../../platform/cache.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError, notFound } from '../../platform/errors.ts';
import { countdownImage, iconImage, posterImage, type ServedImage } from './images.ts';
import { IMAGE_PATH } from './pictures.ts';

/** Drawn pictures kept in memory. */
const MAX_BYTES = 32 * 1024 * 1024;

const DRAWERS = { social: iconImage, countdown: countdownImage, poster: posterImage };

/**
 * Serves the pictures mails refer to: social icons, countdowns and posters of videos, without a token, because mail
 * clients have none. Simultaneous requests for one picture are drawn once.
 */
export function createImageEndpoint(deps: Deps) {
  const kept = new Cache<ServedImage>({ maxBytes: MAX_BYTES });
  const underWay = new Map<string, Promise<ServedImage>>();

  const find = async (path: string, draw: () => Promise<ServedImage>): Promise<ServedImage> => {
    const known = kept.get(path);
    if (known !== undefined && known.freshUntil > deps.clock.now()) return known;
    const others = underWay.get(path);
    if (others !== undefined) return others;
    const drawing = draw().finally(() => underWay.delete(path));
    underWay.set(path, drawing);
    const image = await drawing;
    // The path too: a redirect has no body, and would weigh nothing however many there are.
    kept.set(path, image, path.length + (image.body?.byteLength ?? 0));
    return image;
  };

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod(request.method);
    const path = new URL(request.url).pathname.slice(IMAGE_PATH.length + 1);
    const [kind = '', ...steps] = path.split('/');
    if (!Object.hasOwn(DRAWERS, kind)) throw notFound('Picture');
    const draw = DRAWERS[kind as keyof typeof DRAWERS];
    return toResponse(await find(path, () => draw(deps, steps)));
  };
}

function toResponse({ body, type, location, cacheSeconds }: ServedImage): Response {
  const headers: Record<string, string> = {
    // A picture that changes must not be kept; what some mail services do all the same cannot be helped.
    'cache-control': cacheSeconds === 0 ? 'no-cache, no-store, max-age=0' : `public, max-age=${cacheSeconds}`,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  };
  if (location !== undefined) return new Response(null, { status: 302, headers: { ...headers, location } });
  return new Response(body, { headers: { ...headers, 'content-type': type } });
}

const wrongMethod = (method: string) =>
  new DomainError('method_not_allowed', `${method} is not possible here; GET would be.`, {
    facts: { allow: 'GET, HEAD' },
  });
