import { readFailure, SdkError, toSdkError } from './error.ts';

/** Options of the request to the customer's token endpoint. */
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
  /** Address of Galley. Default: where this module was loaded from. */
  baseUrl?: string;
  /** How long the token endpoint may take, in milliseconds. Default: 30,000. */
  timeoutMs?: number;
}

/** A user of the customer's product, signed with the project's signing key. */
export interface SignedUser {
  id: string;
  name: string;
  signature: string;
}

/** The token endpoint's answer: Galley's answer to the token exchange. */
export interface Session {
  token: string;
  /** Unix time in seconds. */
  expires_at: number;
  project_id: string;
  tenant: string;
  user?: SignedUser;
  test_email?: { allowed_emails: string[]; signature: string };
}

/**
 * Requests a session from the token endpoint once. Throws an SdkError that explains the fault of the endpoint or its
 * answer.
 */
async function fetchSession(auth: AuthOptions): Promise<Session> {
  const response = await requestSession(auth);
  if (!response.ok) throw await readFailure(response);
  const { status } = response;
  const text = await response.text().catch((fault) => {
    const message = `The answer of the token endpoint ${auth.url} did not arrive completely (${fault.message}).`;
    throw new SdkError(message, undefined, fault);
  });
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    const what = text.trim() === '' ? 'an empty body' : 'a body that is not JSON';
    throw new SdkError(`The token endpoint ${auth.url} answered with ${what}. ${REMEDY}`, status);
  }
  return checkSession(auth.url, answer, status);
}

const REMEDY = 'It must forward the answer of the token exchange unchanged.';

function requestSession({ url, requestOptions = {}, timeoutMs = 30_000 }: AuthOptions): Promise<Response> {
  const { method = 'POST', headers: more, body } = requestOptions;
  const headers = new Headers(more);
  headers.set('Accept', 'application/json');
  headers.set('Content-Type', 'application/json');
  const request: RequestInit = {
    method,
    headers,
    credentials: 'include',
    // The token of a cached answer may have expired.
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

/** The required fields of a session, and their checks. */
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

/** Browsers fire longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Keeps one session fresh: it is checked before each call, and a timer renews it early while the page is visible. Calls
 * at the same time share one request. `report` gets each failure once.
 */
export class SessionSource {
  readonly #auth: AuthOptions;
  readonly #report: (error: SdkError) => void;
  #session: Session | undefined;
  #refreshing: Promise<Session> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(auth: AuthOptions, report: (error: SdkError) => void) {
    this.#auth = auth;
    this.#report = report;
  }

  /** A session whose token is valid for another minute, if the token endpoint answers with such tokens. */
  async current(): Promise<Session> {
    return this.#session !== undefined && this.#msLeft() > 0 ? this.#session : this.#refresh();
  }

  /** A session with another token than `refused`, which was answered with 401. */
  async renew(refused: string): Promise<Session> {
    // Another call may have renewed it meanwhile.
    return this.#session !== undefined && this.#session.token !== refused ? this.#session : this.#refresh();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #msLeft(): number {
    return this.#session === undefined ? 0 : this.#session.expires_at * 1000 - Date.now() - LEAD_MS;
  }

  #refresh(): Promise<Session> {
    this.#refreshing ??= fetchSession(this.#auth)
      .then((fetched) => {
        this.#session = fetched;
        this.#schedule();
        return fetched;
      })
      .catch((fault) => {
        const error = toSdkError(fault);
        this.#report(error);
        throw error;
      })
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** Starts no timer for a session that expires within the lead: its renewal would repeat without end. */
  #schedule(): void {
    clearTimeout(this.#timer);
    const left = this.#msLeft();
    if (this.#isClosed || left <= 0) return;
    this.#timer = setTimeout(() => this.#renewEarly(), Math.min(left, LONGEST_TIMER_MS));
  }

  /** A hidden page needs no token; its next call fetches one. */
  #renewEarly(): void {
    if (this.#msLeft() > 0) this.#schedule();
    else if (globalThis.document?.hidden !== true) this.#refresh().catch(() => {});
  }
}
