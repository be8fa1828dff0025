import type { AnyServer } from './tls-listener.ts';
import type { Handler, Handlers } from './tls-only.ts';

// biome-ignore lint/suspicious/noExplicitAny: only the handler of the websockets knows what they carry
export type AnySockets = Bun.WebSocketHandler<any>;

/**
 * How a port treats websockets before the service is ready: they are opened with this data, and the handler closes
 * them.
 */
export interface SocketRefusal {
  data: object;
  websocket: AnySockets;
}

/**
 * A port that is open before the service is ready. Requests wait for their handlers. Websockets are closed at once,
 * because only the runtime's router, which comes with the handlers, can open them.
 */
export class HeldPort {
  private readonly server: AnyServer;
  private readonly ready = Promise.withResolvers<Handler<Response>>();

  /** `answer`: answers requests that would wait otherwise. */
  constructor(
    open: (handlers: Pick<Handlers, 'fetch'> & { websocket: AnySockets }) => AnyServer,
    refusal: SocketRefusal,
    answer?: (request: Request) => Response,
  ) {
    const fetch = async (request: Request, server: Bun.Server<object>): Promise<Response> => {
      if (request.headers.has('upgrade') && server.upgrade(request, { data: refusal.data }))
        return undefined as unknown as Response;
      if (answer !== undefined) return answer(request);
      return (await this.ready.promise)(request, server);
    };
    this.server = open({ fetch, websocket: refusal.websocket });
  }

  /** Answers the waiting requests and all later ones. */
  serve(handlers: Handlers & { websocket?: AnySockets }): AnyServer {
    this.server.reload(handlers);
    this.ready.resolve(handlers.fetch);
    return this.server;
  }

  async close(): Promise<void> {
    await this.server.stop(true);
  }
}
