import { readFailure, SdkError, toSdkError } from './error.ts';

/** How the customer's token endpoint is asked. */
export interface TokenRequestOptions {
  /** POST if left out. */
  method?: 'GET' | 'POST';
  /** Sent beside `Accept` and `Content-Type`, which are always `application/json`. */
  headers?: Record<string, string>;
  /** JSON body; sent with POST only. */
  body?: Record<string, unknown>;
}

export interface AuthOptions {
  /** The customer's token endpoint: it exchanges its credentials at Galley and forwards the answer unchanged. */
  url: string;
  requestOptions?: TokenRequestOptions;
  /** Address of Galley. Left out, it is where this module was loaded from. */
  baseUrl?: string;
  /** How long the token endpoint may take, in milliseconds; 30 s if left out. */
  timeoutMs?: number;
}

/** A person as the customer's backend vouches for. */
export interface SignedUser {
  id: string;
  name: string;
  signature: string;
}

/** What the token endpoint answers: Galley's answer to the token exchange. */
export interface Session {
  token: string;
  /** Unix time in seconds. */
  expires_at: number;
  project_id: string;
  tenant: string;
  user?: SignedUser;
  test_email?: { allowed_emails: string[]; signature: string };
}

/** Asks the token endpoint once. Throws an SdkError that says what is wrong with it, or with its answer. */
export async function fetchSession(auth: AuthOptions): Promise<Session> {
  const response = await askEndpoint(auth);
  if (!response.ok) throw await readFailure(response);
  const { status } = response;
  const text = await response.text().catch(() => '');
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    const what = text.trim() === '' ? 'an empty body' : 'something that is not JSON';
    throw new SdkError(`The token endpoint ${auth.url} answered with ${what}. ${REMEDY}`, status);
  }
  return checkSession(auth.url, answer, status);
}

const REMEDY = 'It has to forward the answer of the token exchange unchanged.';

function askEndpoint({ url, requestOptions = {}, timeoutMs = 30_000 }: AuthOptions): Promise<Response> {
  const { method = 'POST', headers: more, body } = requestOptions;
  const headers = new Headers(more);
  headers.set('Accept', 'application/json');
  headers.set('Content-Type', 'application/json');
  const request: RequestInit = {
    method,
    headers,
    credentials: 'include',
    // A token kept from an earlier GET may have expired long ago.
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  };
  if (method === 'POST' && body !== undefined) request.body = JSON.stringify(body);
  return fetch(url, request).catch((fault) => {
    const why =
      fault.name === 'TimeoutError' ? `did not answer within ${timeoutMs} ms` : 'could not be reached';
    throw new SdkError(`The token endpoint ${url} ${why} (${fault.message}).`, undefined, fault);
  });
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0;

/** What a session has to have, and when it has it. */
const REQUIRED = { token: isText, expires_at: isTime, project_id: isText, tenant: isText };

function checkSession(url: string, answer: unknown, status: number): Session {
  const fields = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>;
  const faulty = Object.entries(REQUIRED).filter(([name, isRight]) => !isRight(fields[name]));
  if (faulty.length === 0) return fields as unknown as Session;
  const names = faulty.map(([name]) => name).join(', ');
  const message = `The answer of the token endpoint ${url} lacks ${names}, or has them in a wrong form. ${REMEDY}`;
  throw new SdkError(message, status);
}

/** A new token is fetched this long before the old one expires. */
const LEAD_MS = 60_000;

/** Longer timers fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface SessionSource {
  /** A session that is good for another minute, if the token endpoint hands out such ones. */
  current(): Promise<Session>;
  /** A session with another token than `refused`, which was answered with 401. */
  renew(refused: string): Promise<Session>;
  /** The session there is, without asking anybody. */
  peek(): Session | undefined;
  close(): void;
}

/**
 * Keeps one session fresh: it is looked at before each call, and a timer renews it ahead while the page is seen.
 * However many ask at a time, one request goes out. `report` gets each failure once.
 */
export function createSessionSource(auth: AuthOptions, report: (error: SdkError) => void): SessionSource {
  let session: Session | undefined;
  let pending: Promise<Session> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const msLeft = () => (session === undefined ? 0 : session.expires_at * 1000 - Date.now() - LEAD_MS);

  const refresh = () => {
    pending ??= fetchSession(auth)
      .then((fetched) => {
        session = fetched;
        schedule();
        return fetched;
      })
      .catch((fault) => {
        const error = toSdkError(fault);
        report(error);
        throw error;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };

  /** A session that arrives about to expire is not renewed by the timer: that would never end. */
  function schedule(): void {
    clearTimeout(timer);
    const left = msLeft();
    if (isClosed || left <= 0) return;
    timer = setTimeout(renewAhead, Math.min(left, LONGEST_TIMER_MS));
  }

  /** Nobody needs a token on a page that is not seen; the next call looks by itself. */
  function renewAhead(): void {
    if (msLeft() > 0) schedule();
    else if (globalThis.document?.hidden !== true) refresh().catch(() => {});
  }

  return {
    current: async () => (session !== undefined && msLeft() > 0 ? session : refresh()),
    // Somebody else may have renewed it while the refused call was under way.
    renew: async (refused) => (session !== undefined && session.token !== refused ? session : refresh()),
    peek: () => session,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
