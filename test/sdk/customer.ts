import { join } from 'node:path';

/** A request the token endpoint got. */
interface TokenCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** How the token endpoint answers: with `answer` as JSON, or as it likes. */
export type Behavior = (good: SessionAnswer, call: TokenCall) => Response | object | Promise<Response>;

interface SessionAnswer {
  token: string;
  expires_at: number;
  project_id: string;
  tenant: string;
  user?: { id: string; name: string; signature: string };
}

export interface Customer {
  url: string;
  /** Calls of the token endpoint so far. */
  calls: TokenCall[];
  /** How the calls from now on are answered: one after the other, the last for all that follow. */
  behave(...behaviors: Behavior[]): void;
  stop(): Promise<void>;
}

/** Scripts of the page. */
const readScript = (name: string) => Bun.file(join(import.meta.dir, name)).text();
const SCRIPTS: Readonly<Record<string, string>> = {
  '/in-page.js': await readScript('in-page.js'),
  '/editor-model.js': await readScript('editor-model.js'),
};

const PAGE = `<!doctype html><meta charset="utf-8"><title>Host page</title>
<div id="editor"></div><div id="second"></div><script type="module" src="/in-page.js"></script>`;

/** A customer's product: a page, and a backend that exchanges its credentials at `galley` and counts its calls. */
export function startCustomer(
  galley: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Customer {
  const calls: TokenCall[] = [];
  let behaviors: Behavior[] = [(good) => good];

  const exchange = async (call: TokenCall): Promise<Response> => {
    const behave = (behaviors.length > 1 ? behaviors.shift() : behaviors[0]) as Behavior;
    const wishes = call.body === '' ? {} : JSON.parse(call.body);
    const answer = await fetch(`${galley}/api/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // A page that wishes null for a field does without it.
      body: JSON.stringify(
        { client_id, client_secret, tenant: 'acme', user: { id: 'u1', name: 'Ada' }, ...wishes },
        (_name, value) => value ?? undefined,
      ),
    });
    const given = await behave((await answer.json()) as SessionAnswer, call);
    return given instanceof Response ? given : Response.json(given);
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(PAGE, { headers: { 'content-type': 'text/html' } });
      const text = SCRIPTS[pathname];
      if (text !== undefined) return script(text.replaceAll('GALLEY', galley));
      if (!pathname.startsWith('/token')) return new Response('nothing here', { status: 404 });
      const origin = request.headers.get('origin') ?? '';
      const cors = {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-headers': 'accept, content-type, x-csrf-token',
        'access-control-allow-methods': 'GET, POST',
      };
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
      const call = {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
      };
      calls.push(call);
      const response = await exchange(call);
      for (const [name, value] of Object.entries(cors)) response.headers.set(name, value);
      return response;
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    calls,
    behave(...next) {
      behaviors = next;
    },
    stop: () => server.stop(true),
  };
}

const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });

/** The good answer, as if it expired in so many seconds. */
export const expiringIn =
  (seconds: number): Behavior =>
  (good) => ({ ...good, expires_at: Math.floor(Date.now() / 1000) + seconds });
