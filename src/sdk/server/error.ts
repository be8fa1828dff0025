import { readFailure, SdkError } from '../error.ts';

/** Every failure of the client but an aborted call, which rejects with the signal's reason. */
export class GalleyError extends SdkError {
  override readonly name = 'GalleyError';
  /** Galley's error code, such as `not_found` or `validation_failed`; undefined if there was no answer. */
  readonly code: string | undefined;
  /** Messages by field, for input that is not valid. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Seconds after which another attempt may succeed. */
  readonly retryAfterSeconds: number | undefined;
  readonly isConflict: boolean;
  readonly isRateLimited: boolean;

  constructor(message: string, statusCode?: number, cause?: unknown, retryAfterSeconds?: number) {
    super(message, statusCode, cause);
    const { code, errors } = Object(cause) as { code?: unknown; errors?: Record<string, readonly string[]> };
    this.code = statusCode !== undefined && typeof code === 'string' ? code : undefined;
    this.errors = statusCode === undefined ? {} : (errors ?? {});
    this.retryAfterSeconds = retryAfterSeconds;
    this.isConflict = statusCode === 409;
    this.isRateLimited = statusCode === 429;
  }
}

/** The error of an answer. */
export async function readGalleyError(response: Response): Promise<GalleyError> {
  const { message, statusCode, cause } = await readFailure(response);
  return new GalleyError(message, statusCode, cause, readRetryAfter(response.headers.get('retry-after')));
}

/** Seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** Any error of this client's code as a GalleyError. */
export function toGalleyError(thrown: unknown): unknown {
  if (thrown instanceof GalleyError || !(thrown instanceof SdkError)) return thrown;
  return new GalleyError(thrown.message, thrown.statusCode, thrown.cause);
}
