import type { Session, SessionSource } from './auth.ts';
import { readFailure, SdkError } from './error.ts';
import { send } from './transport.ts';

/** What every function of the client takes beside its input. */
export interface CallOptions {
  /** Ends the call early; its promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Of a call that sends a file: the part that is sent already, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** A request, all but address and token. */
export interface Call extends CallOptions {
  method: string;
  /** Starts with `P/` if it is the tenant's; `:name` are taken from `input`. */
  path: string;
  input?: object;
  /**
   * How the input travels, if not as JSON. `signed` and `vouched`: as JSON, with the session's user or its recipients in
   * fields left out.
   */
  encoding?: 'form' | 'urlencoded' | 'signed' | 'vouched';
  accept?: string;
}

export interface Requester {
  /** Performs a call and resolves to its successful answer; 401 is tried once more with a new token. */
  (call: Call): Promise<Response>;
  sessions: SessionSource;
  /** The realtime connection whose client must not be told of its own changes. */
  socketId?: string | undefined;
}

/** `baseUrl`: of Galley, without a slash at the end. Calls throw SdkErrors. */
export function createRequester(baseUrl: string, sessions: SessionSource): Requester {
  const request = async (call: Call) => {
    const attempt = (session: Session) => {
      const { url, init } = describe(baseUrl, call, session, requester.socketId);
      return send(url, init, call.onProgress).catch((fault) => {
        call.signal?.throwIfAborted();
        throw new SdkError(`Galley could not be reached at ${baseUrl} (${fault.message}).`, undefined, fault);
      });
    };
    const session = await sessions.current();
    call.signal?.throwIfAborted();
    let response = await attempt(session);
    if (response.status === 401) response = await attempt(await sessions.renew(session.token));
    if (!response.ok) throw await readFailure(response);
    return response;
  };
  const requester: Requester = Object.assign(request, { sessions, socketId: undefined });
  return requester;
}

function describe(baseUrl: string, call: Call, session: Session, socketId: string | undefined) {
  const { method, encoding, accept = 'application/json', signal, input = {} } = call;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const rest = new Map([...findSessionFields(encoding, session), ...given]);
  const take = (name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === '') throw new SdkError(`${name} is missing.`);
    return encodeURIComponent(String(value));
  };
  const encode = encodeURIComponent;
  const tenantPath = `projects/${encode(session.project_id)}/tenants/${encode(session.tenant)}`;
  const path = call.path
    .replace(/:(\w+)/g, (_, name: string) => take(name))
    .replace(/^P(?=\/)/, () => tenantPath);
  const headers = new Headers({ Accept: accept, Authorization: `Bearer ${session.token}` });
  const init: RequestInit = { method, headers, signal: signal ?? null };
  if (method === 'GET') return { url: `${baseUrl}/api/v1/${path}${toQuery(rest)}`, init };
  if (socketId !== undefined) headers.set('X-Socket-ID', socketId);
  if (encoding === 'form') init.body = toForm(rest);
  else if (encoding === 'urlencoded') init.body = new URLSearchParams([...rest] as [string, string][]);
  else {
    headers.set('Content-Type', 'application/json');
    if (rest.size > 0) init.body = JSON.stringify(Object.fromEntries(rest));
  }
  return { url: `${baseUrl}/api/v1/${path}`, init };
}

/** What the session knows of the input; where it knows nothing, the service says what is missing. */
function findSessionFields(encoding: Call['encoding'], { user, test_email }: Session): [string, unknown][] {
  if (encoding === 'vouched') return Object.entries(test_email ?? {});
  if (encoding !== 'signed') return [];
  return Object.entries(user ?? {}).map(([name, value]) => [`user_${name}`, value]);
}

/** A list is a parameter that is repeated. */
function toQuery(fields: Map<string, unknown>): string {
  const pairs = [...fields].flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** Files go as they are, null is an absent field, anything else that is no text as JSON. */
function toForm(fields: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value === null) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
