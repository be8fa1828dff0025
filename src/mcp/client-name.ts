import { Cache } from '../platform/caching/cache.ts';
import type { Bus } from '../platform/ports/bus.ts';
import type { Actor } from '../platform/scope.ts';
import { toPrintable } from '../platform/text/printable-text.ts';
import { CLIENT_KEY, type ClientInfo, toClientInfo } from './session.ts';

const MAX_NAME = 60;

/** A program's name, such as `claude-code`. */
const PROGRAM_NAME = /^[a-z][a-z\d]*(?:[-_][a-z\d]+)*$/;

/**
 * Adds the program's name to an agent: "Claude Code via First key", so that people can tell several agents of one key
 * apart.
 */
export function withClientName(actor: Actor, client: ClientInfo | undefined): Actor {
  const given = (client?.title ?? client?.name ?? '').trim();
  if (given === '') return actor;
  const name = PROGRAM_NAME.test(given) ? toTitle(given) : given;
  return { ...actor, name: `${toPrintable(name, MAX_NAME)} via ${actor.name}` };
}

/** Most characters of a program's name in lists of keys. */
const MAX_SHOWN = 100;

/** The program that a message names; undefined in revisions before 2026-07-28. */
export function readClientInfo(message: unknown): ClientInfo | undefined {
  const { params } = Object(message) as { params?: unknown };
  const { _meta } = Object(params) as { _meta?: unknown };
  return toClientInfo((Object(_meta) as Record<string, unknown>)[CLIENT_KEY]);
}

/** The program of a request, for lists of keys: the name it gives itself, or its `User-Agent`. */
export function describeClient(request: Request, given: ClientInfo | undefined): string | undefined {
  const name = (given?.title ?? given?.name ?? '').trim();
  if (name !== '') return toPrintable(`${name} ${given?.version ?? ''}`.trim(), MAX_SHOWN);
  const agent = request.headers.get('user-agent')?.trim();
  return agent ? toPrintable(agent, MAX_SHOWN) : undefined;
}

function toTitle(name: string): string {
  return name
    .split(/[-_]/)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');
}

/** The server remembers the names of at most so many clients, and sends other servers at most so many characters. */
const MAX_CLIENTS = 1000;
const MAX_TOLD = 200;

/** Topic of the message that a client has given its name: its next request may come to another server. */
const INTRODUCED = 'mcp.client_introduced';

/**
 * Remembers programs by caller and `User-Agent`. In revisions before 2026-07-28 a client gives its name only in
 * `initialize`, and requests do not tell to which `initialize` they belong. After a restart the name is unknown until
 * the next `initialize`.
 */
export class KnownClients {
  readonly #clients = new Cache<ClientInfo>({ maxEntries: MAX_CLIENTS });
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
    bus.subscribe(INTRODUCED, ({ key, ...client }) => {
      const info = toClientInfo(client);
      if (info !== undefined) this.#clients.set(String(key), info);
    });
  }

  /** The client of a request. If the request contains the client's name, it is remembered. */
  find(caller: string, request: Request, message: unknown): ClientInfo | undefined {
    const key = `${caller} ${request.headers.get('user-agent')?.slice(0, 200)}`;
    const { method, params } = Object(message) as { method?: unknown; params?: unknown };
    const { clientInfo } = Object(params) as { clientInfo?: unknown };
    const introduced = method === 'initialize' ? toClientInfo(clientInfo) : undefined;
    if (introduced === undefined) return this.#clients.get(key);
    const { name, title, version } = introduced;
    const cut = (text: string | undefined) => text?.slice(0, MAX_TOLD);
    this.#bus.publish(INTRODUCED, { key, name: cut(name), title: cut(title), version: cut(version) });
    return introduced;
  }
}
