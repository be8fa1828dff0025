/**
 * How a call of a provider can fail:
 * `unauthorized`: the key is wrong. `unknown_model`. `wrong_address`: another program answers there. `no_credit`.
 * `rate_limited`. `overloaded`: the provider has a fault of its own. `too_long`: more text than the model reads.
 * `rejected`: another fault of the request. `name`, `network`, `tls`: no connection. `silent`, `slow`: the time limit
 * is over. `cut`: the answer broke off. `too_big`: the answer is too long. `garbled`: the answer does not follow the
 * protocol. `not_streamed`: the answer came as a whole. `refused`: the model refuses. `no_json`, `unfinished`: the
 * requested JSON is missing, or incomplete.
 */
export type FailureKind =
  | 'unauthorized'
  | 'unknown_model'
  | 'wrong_address'
  | 'no_credit'
  | 'rate_limited'
  | 'overloaded'
  | 'too_long'
  | 'rejected'
  | 'name'
  | 'network'
  | 'tls'
  | 'silent'
  | 'slow'
  | 'cut'
  | 'too_big'
  | 'garbled'
  | 'not_streamed'
  | 'refused'
  | 'no_json'
  | 'unfinished';

interface FailureFacts {
  status?: number | undefined;
  /** Delay that the provider asks for, in ms. */
  retryAfterMs?: number | undefined;
  /** The provider's message for the log: short, without the key. It may contain a part of a prompt. */
  detail?: string | undefined;
}

/** A failed call, before it becomes an error for the caller. */
export class ModelFailure extends Error {
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, facts: FailureFacts = {}) {
    super(`the call of the model failed: ${kind}`);
    this.name = 'ModelFailure';
    this.kind = kind;
    this.facts = facts;
  }
}

/** Properties that errors of the SDK, of fetch and of streams may have. */
interface Thrown {
  name?: string;
  message?: string;
  code?: unknown;
  type?: unknown;
  statusCode?: number;
  status?: number;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
  data?: unknown;
  cause?: unknown;
  error?: unknown;
}

/** How providers name this failure in codes, types and messages. */
const TOO_LONG =
  /context_length_exceeded|maximum context length|context (length|size|window)|prompt is too long|too many tokens|request_too_large|exceeds the available context/i;
const NO_CREDIT = /insufficient_quota|credit balance|billing|payment|quota/i;
const UNKNOWN_MODEL =
  /model[_ ]not[_ ]found|not_found_error|no such model|unknown model|model\b.{0,200}\b(not found|does not exist|not exist|not available|not loaded|invalid)|invalid model/is;

const TLS_CODE = /CERT|TLS|SSL|EPROTO|UNABLE_TO_(GET_ISSUER|VERIFY)/;
const NAME_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const NETWORK_CODE =
  /^(E(CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|ADDRNOTAVAIL)|Connection\w+|FailedToOpenSocket|HTTP\w*|UND_ERR\w*)$/;

/** Turns anything that a call throws into a `ModelFailure`. `hidden`: texts that must not get into the log. */
export function readFailure(
  thrown: unknown,
  { hidden, hasBegun }: { hidden: readonly string[]; hasBegun: boolean },
): ModelFailure {
  const chain = unwind(thrown);
  const known = chain.find((error) => error instanceof ModelFailure);
  if (known instanceof ModelFailure) return known;
  const said = chain.map(describe).find((text) => text !== '') ?? '';
  const detail = said === '' ? undefined : redact(said, hidden);
  const answer = chain.find((error) => statusOf(error) !== undefined);
  if (answer !== undefined && !isOk(answer)) return new ModelFailure(...readAnswer(answer, detail));
  return new ModelFailure(readKind(chain, hasBegun), { detail });
}

function readKind(chain: readonly Thrown[], hasBegun: boolean): FailureKind {
  for (const { code } of chain) {
    if (typeof code !== 'string') continue;
    if (TLS_CODE.test(code)) return 'tls';
    if (NAME_CODES.has(code)) return 'name';
    if (NETWORK_CODE.test(code)) return hasBegun ? 'cut' : 'network';
  }
  if (chain.some(({ message }) => /without a finish (reason|chunk)/.test(message ?? ''))) return 'cut';
  // An error event in a stream counts as a fault of the provider unless it says otherwise.
  const words = chain
    .map((error) => `${error.type ?? ''} ${error.code ?? ''} ${error.message ?? ''}`)
    .join(' ');
  if (/overloaded|server_error|api_error|internal/i.test(words)) return 'overloaded';
  if (/rate_limit/i.test(words)) return 'rate_limited';
  return TOO_LONG.test(words) ? 'too_long' : 'garbled';
}

function readAnswer(error: Thrown, detail: string | undefined): [FailureKind, FailureFacts] {
  const status = statusOf(error) as number;
  const facts = { status, detail, retryAfterMs: readRetryAfter(error.responseHeaders) };
  return [kindOfStatus(status, `${detail ?? ''} ${error.responseBody ?? ''}`, error), facts];
}

function kindOfStatus(status: number, words: string, { responseBody = '' }: Thrown): FailureKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 402) return 'no_credit';
  if (status === 429) return NO_CREDIT.test(words) && !/rate/i.test(words) ? 'no_credit' : 'rate_limited';
  if (status === 413 || (status < 500 && TOO_LONG.test(words))) return 'too_long';
  if (status === 404 || status === 400) {
    if (UNKNOWN_MODEL.test(words)) return 'unknown_model';
    if (status === 404 || responseBody.trimStart().startsWith('<')) return 'wrong_address';
    return NO_CREDIT.test(words) ? 'no_credit' : 'rejected';
  }
  if (status === 405 || (status >= 300 && status < 400)) return 'wrong_address';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'overloaded';
  return 'rejected';
}

/** `Retry-After` in seconds or as a date, and the finer `retry-after-ms` of OpenAI. */
function readRetryAfter(headers: Record<string, string> = {}): number | undefined {
  const fine = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (fine >= 0) return fine;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const [date, now] = [Date.parse(text), Date.parse(headers.date ?? '')];
  // Relative to the provider's clock, because the clock of this machine may be wrong.
  return Number.isNaN(date) || Number.isNaN(now) ? undefined : Math.max(0, date - now);
}

/** An error, its causes, and the object in an error event of a stream. */
function unwind(thrown: unknown): Thrown[] {
  const chain: Thrown[] = [];
  let current = thrown;
  while (typeof current === 'object' && current !== null && chain.length < 8) {
    const error = current as Thrown;
    chain.push(error);
    current = error.cause ?? error.error;
  }
  if (chain.length === 0 && typeof thrown === 'string') chain.push({ message: thrown });
  return chain;
}

function statusOf({ statusCode, status }: Thrown): number | undefined {
  const value = statusCode ?? status;
  return typeof value === 'number' ? value : undefined;
}

function isOk(error: Thrown): boolean {
  const status = statusOf(error) as number;
  return status >= 200 && status < 300;
}

/** Uses neither `toString` nor the whole object: they contain the request with its prompts. */
function describe({ message, code, type }: Thrown): string {
  return [type, code, message]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ');
}

const MAX_CHARACTERS = 300;

/** The form of keys that a provider may repeat, other than the configured one. */
const KEY_LIKE = /\b(sk|pk|key|api)[-_][\w*-]{6,}|Bearer\s+[^\s"',]+/gi;

/** Shorter texts are not redacted, because they may be ordinary words. */
const MIN_PRIVATE_CHARACTERS = 12;

/**
 * A provider's message for the log: one short line without anything that looks like a key and without the `hidden`
 * texts (the key and the prompts, which providers may repeat).
 */
function redact(text: string, hidden: readonly string[]): string {
  let clear = text;
  for (const secret of hidden) {
    if (secret.length >= MIN_PRIVATE_CHARACTERS) clear = clear.replaceAll(secret, '[redacted]');
  }
  const line = clear.replace(KEY_LIKE, '[redacted]').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ');
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line;
}
