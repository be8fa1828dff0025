/** What a failed answer says, as far as it is JSON. */
interface ErrorBody {
  message?: unknown;
  errors?: Record<string, unknown>;
}

/** Every failure of the client: thrown by its functions, and handed to `onError`. */
export class SdkError extends Error {
  override readonly name = 'SdkError';
  /** HTTP status; undefined when there was no answer at all. */
  readonly statusCode: number | undefined;
  readonly isNotFound: boolean;
  readonly isUnauthorized: boolean;
  readonly isServerError: boolean;

  /** `cause`: the parsed body of the answer, or what was thrown underneath. */
  constructor(message: string, statusCode?: number, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.statusCode = statusCode;
    this.isNotFound = statusCode === 404;
    this.isUnauthorized = statusCode === 401;
    this.isServerError = statusCode !== undefined && statusCode >= 500;
  }
}

/**
 * The error an answer stands for: its `message`, else the first one of its `errors`, else the status alone. Galley’s
 * `message` is a whole sentence that names the field; the messages of `errors` go on from the name of theirs.
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

/** Whatever was thrown as an SdkError; the published editor's own errors have a status too. */
export function toSdkError(thrown: unknown): SdkError {
  if (thrown instanceof SdkError) return thrown;
  if (!(thrown instanceof Error)) return new SdkError(String(thrown), undefined, thrown);
  const { statusCode } = thrown as { statusCode?: unknown };
  return new SdkError(thrown.message, typeof statusCode === 'number' ? statusCode : undefined, thrown);
}

/** Whether it may go well the next time: no answer, too many requests, a fault of the server. */
export function isPassing({ statusCode }: SdkError): boolean {
  return statusCode === undefined || statusCode === 429 || statusCode >= 500;
}
