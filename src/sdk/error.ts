/** The body of an error answer. */
interface ErrorBody {
  message?: unknown;
  errors?: Record<string, unknown>;
}

/** Every failure of the client. Functions throw it, and `onError` gets it. */
export class SdkError extends Error {
  override readonly name: string = 'SdkError';
  /** HTTP status; undefined if there was no answer. */
  readonly statusCode: number | undefined;
  readonly isNotFound: boolean;
  readonly isUnauthorized: boolean;
  readonly isServerError: boolean;

  /** `cause`: the parsed body of the answer, or the error that caused this one. */
  constructor(message: string, statusCode?: number, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.isNotFound = statusCode === 404;
    this.isUnauthorized = statusCode === 401;
    this.isServerError = statusCode !== undefined && statusCode >= 500;
  }
}

/**
 * The error of an answer: its `message`, else the first one of its `errors`, else the status. Galley’s `message` is a
 * whole sentence that names the field.
 */
export async function readFailure(response: Response): Promise<SdkError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  return new SdkError(findMessage(body) ?? `HTTP error ${status}`, status, body);
}

function findMessage(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { message, errors } = body as ErrorBody;
  const [first] = Object.values(errors ?? {}).flat();
  return [message, first].find((text): text is string => typeof text === 'string' && text !== '');
}

/** Any thrown value as an SdkError. Errors of the published editor have a `statusCode` too. */
export function toSdkError(thrown: unknown): SdkError {
  if (thrown instanceof SdkError) return thrown;
  if (!(thrown instanceof Error)) return new SdkError(String(thrown), undefined, thrown);
  const { statusCode } = thrown as { statusCode?: unknown };
  return new SdkError(thrown.message, typeof statusCode === 'number' ? statusCode : undefined, thrown);
}

/** The error of an answer that arrived in part. It has no status, because another attempt may succeed. */
export function toConnectionLoss(fault: Error): SdkError {
  const message = `The connection was lost before the whole answer had arrived (${fault.message}).`;
  return new SdkError(message, undefined, fault);
}

/** Calls a function of the page. The browser reports an error in it as uncaught, and the client continues. */
export function callPage(work: () => void): void {
  try {
    work();
  } catch (fault) {
    globalThis.reportError?.(fault);
  }
}

/** Whether another attempt may succeed: no answer, too many requests, an error of the server. */
export function isTemporary({ statusCode }: Pick<SdkError, 'statusCode'>): boolean {
  return statusCode === undefined || statusCode === 429 || statusCode >= 500;
}
