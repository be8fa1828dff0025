import { encodeJson } from '../platform/stored-json.ts';
import type { Route } from './route.ts';

/** An operation's output as a response; `headers` are those every answer carries. */
export function toResponse(
  route: Route,
  request: Request,
  output: unknown,
  headers: Record<string, string>,
): Response {
  if (route.answer === 'nothing') return new Response(null, { status: 204, headers });
  headers['content-type'] = 'application/json';
  // What is read can change at any moment, so nobody may answer for us, but the ETag makes asking again cheap.
  headers['cache-control'] = route.method === 'GET' ? 'private, no-cache' : 'no-store';
  if (route.versioned) {
    const etag = `"${(output as { version: number }).version}"`;
    headers.etag = etag;
    if (route.method === 'GET' && matches(request.headers.get('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  return new Response(encodeJson(envelop(route, output)), { status: route.status, headers });
}

function envelop(route: Route, output: unknown): unknown {
  if (route.answer === 'bare') return output;
  if (route.answer === 'data') return { data: output };
  const { items, ...meta } = output as { items: unknown[] };
  return { data: items, meta };
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
