import type { Session, SessionSource } from './auth.ts';
import { fillPath, toForm, toJson, toQuery } from './encode.ts';
import { readFailure, SdkError } from './error.ts';
import { send } from './transport.ts';

/** Options that every function of `api` takes after its input. */
export interface CallOptions {
  /** Ends the call early; its promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For a call that sends a file: called with the share that is sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** A request without address and token. */
export interface Call extends CallOptions {
  method: string;
  /** Starts with `P/` if it is below the tenant; `input` fills in `:name`. */
  path: string;
  input?: object;
  /**
   * How the input is sent, if not as JSON. `signed` and `recipients`: as JSON, with the session's user or recipients
   * filled in.
   */
  encoding?: 'form' | 'urlencoded' | 'signed' | 'recipients';
  accept?: string;
}

/** Sends calls with the session's token. Throws SdkErrors. */
export class HttpClient {
  readonly sessions: SessionSource;
  /** Id of the page's websocket; the service does not send this page its own changes. */
  socketId: string | undefined;
  readonly #baseUrl: string;

  /** `baseUrl`: address of Galley, without a slash at the end. */
  constructor(baseUrl: string, sessions: SessionSource) {
    this.#baseUrl = baseUrl;
    this.sessions = sessions;
  }

  /** Resolves to the successful answer. After a 401 it tries once more with a new token. */
  async request(call: Call): Promise<Response> {
    const session = await this.sessions.current();
    call.signal?.throwIfAborted();
    let response = await this.#attempt(call, session);
    if (response.status === 401)
      response = await this.#attempt(call, await this.sessions.renew(session.token));
    if (!response.ok) throw await readFailure(response);
    return response;
  }

  async #attempt(call: Call, session: Session): Promise<Response> {
    const { url, init } = buildRequest(this.#baseUrl, call, session, this.socketId);
    return send(url, init, call.onProgress).catch((fault) => {
      call.signal?.throwIfAborted();
      throw new SdkError(
        `Galley could not be reached at ${this.#baseUrl} (${fault.message}).`,
        undefined,
        fault,
      );
    });
  }
}

function buildRequest(baseUrl: string, call: Call, session: Session, socketId: string | undefined) {
  const { method, encoding, accept = 'application/json', signal, input = {} } = call;
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const rest = new Map([...findSessionFields(encoding, session), ...given]);
  const encode = encodeURIComponent;
  const tenantPath = `projects/${encode(session.project_id)}/tenants/${encode(session.tenant)}`;
  const path = fillPath(call.path, rest).replace(/^P(?=\/)/, () => tenantPath);
  const headers = new Headers({ Accept: accept, Authorization: `Bearer ${session.token}` });
  const init: RequestInit = { method, headers, signal: signal ?? null };
  if (method === 'GET') return { url: `${baseUrl}/api/v1/${path}${toQuery(rest)}`, init };
  if (socketId !== undefined) headers.set('X-Socket-ID', socketId);
  if (encoding === 'form') init.body = toForm(rest);
  else if (encoding === 'urlencoded') init.body = new URLSearchParams([...rest] as [string, string][]);
  else {
    headers.set('Content-Type', 'application/json');
    if (rest.size > 0) init.body = toJson(Object.fromEntries(rest));
  }
  return { url: `${baseUrl}/api/v1/${path}`, init };
}

/** Input fields that the session has. If it lacks them, the service answers which field is missing. */
function findSessionFields(encoding: Call['encoding'], { user, test_email }: Session): [string, unknown][] {
  if (encoding === 'recipients') return Object.entries(test_email ?? {});
  if (encoding !== 'signed') return [];
  return Object.entries(user ?? {}).map(([name, value]) => [`user_${name}`, value]);
}
