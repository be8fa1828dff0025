import type { Session, SessionSource } from './auth.ts';
import { encodeRequest, listFields } from './encode.ts';
import { readFailure, SdkError } from './error.ts';
import type { OperationRequest } from './operations.ts';
import { send } from './transport.ts';

/** Options that every function of `api` takes after its input. */
export interface CallOptions {
  /** Ends the call early; its promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** For a call that sends a file: called with the share that is sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** A request without address and token. */
interface Call extends CallOptions, Omit<OperationRequest, 'answer' | 'marks'> {
  /** `signed` and `recipients`: the session's user or recipients are filled in. */
  marks?: readonly string[];
  input?: object | undefined;
  accept?: string | undefined;
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
  const { marks = [], accept, signal, input = {} } = call;
  const fields = Object.fromEntries([...findSessionFields(marks, session), ...listFields(input)]);
  const { path, init } = encodeRequest({ ...call, marks }, fields, accept);
  const encode = encodeURIComponent;
  const tenantPath = `projects/${encode(session.project_id)}/tenants/${encode(session.tenant)}`;
  init.headers.authorization = `Bearer ${session.token}`;
  if (call.method !== 'GET' && socketId !== undefined) init.headers['x-socket-id'] = socketId;
  const url = `${baseUrl}/api/v1/${path.replace(/^P(?=\/)/, () => tenantPath)}`;
  return { url, init: { ...init, signal: signal ?? null } };
}

/** Input fields that the session has. If it lacks them, the service answers which field is missing. */
function findSessionFields(marks: readonly string[], { user, test_email }: Session): [string, unknown][] {
  if (marks.includes('recipients')) return Object.entries(test_email ?? {});
  if (!marks.includes('signed')) return [];
  return Object.entries(user ?? {}).map(([name, value]) => [`user_${name}`, value]);
}
