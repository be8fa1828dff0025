import { type ClientInfo, toClientInfo } from './session.ts';

/** Clients remembered at once. */
const MAX_CLIENTS = 1_000;

const INFO = 'clientInfo';

/**
 * Knows who a client is when its requests do not say so: revisions before 2026-07-28 introduce themselves once, in
 * `initialize`. Used for the record of calls only; nothing else may depend on an earlier request.
 */
export function createClientMemory() {
  const introduced = new Map<string, ClientInfo>();
  return {
    /** The client behind a request: as introduced by the same key and `User-Agent`, or what the `User-Agent` says. */
    identify(keyId: string, request: Request, message: unknown): ClientInfo | undefined {
      const agent = request.headers.get('user-agent') ?? '';
      const name = `${keyId} ${agent}`;
      const { method, params } = Object(message) as { method?: unknown; params?: Record<string, unknown> };
      const info = method === 'initialize' ? toClientInfo(params?.[INFO]) : undefined;
      if (info === undefined) return introduced.get(name) ?? readUserAgent(agent);
      introduced.delete(name);
      introduced.set(name, info);
      if (introduced.size > MAX_CLIENTS) introduced.delete(introduced.keys().next().value as string);
      return info;
    },
  };
}

/** `claude-code/2.1 (cli)` → claude-code 2.1. */
function readUserAgent(agent: string): ClientInfo | undefined {
  const [, name, version] = /^([^\s/]+)(?:\/(\S+))?/.exec(agent) ?? [];
  if (name === undefined) return undefined;
  return { name, ...(version !== undefined && { version }) };
}
