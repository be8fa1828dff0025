import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeaderProxy {
  /** Begins with `http://localhost`, because the suite accepts no other name. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Forwards to the server at `target` and adds `headers` to requests without them, for clients that cannot be told to send
 * a key. All else stays as it is, `Host` above all: the suite sends a foreign one to see it refused.
 */
export async function startHeaderProxy(
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, answer) => {
    const upstream = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: addHeaders(incoming.rawHeaders, headers),
        setHost: false,
      },
      (response) => relay(response, answer),
    );
    upstream.on('error', (error) => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end(String(error));
    });
    // The server must notice that the client has gone.
    answer.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Raw headers, name and value in turn, so that case, order and repetition stay. */
function addHeaders(raw: readonly string[], added: Readonly<Record<string, string>>): string[] {
  const sent = new Set(raw.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
  const missing = Object.entries(added).filter(([name]) => !sent.has(name.toLowerCase()));
  return [...raw, ...missing.flat()];
}

function relay(response: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders);
  // A client that waits for events must get the head before the first event.
  answer.flushHeaders();
  response.on('error', () => answer.destroy());
  response.pipe(answer);
}
