import { SdkError } from '../error.ts';

/**
 * Makes a function reject with messages for the people who use the editor, because the editor shows them as they are.
 * Messages for developers become the `cause`.
 */
export function forPeople<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return (...args) =>
    call(...args).catch((fault: SdkError) => {
      throw toErrorForPeople(fault);
    });
}

function toErrorForPeople(fault: SdkError): SdkError {
  const message = findMessage(fault);
  return message === undefined ? fault : new SdkError(message, fault.statusCode, fault);
}

/** Refusals of what the page's backend has signed name fields of the request. */
const FIELD_NAME = /[a-z]_[a-z]/;

/** A message in place of one that is for developers; undefined if the error's own is for people. */
function findMessage({ statusCode, message, cause }: SdkError): string | undefined {
  if (statusCode === undefined) return 'The connection failed. Check it and try again.';
  // Galley's errors have a code. Others are of the token endpoint, which is the page's own.
  const isOfGalley = typeof (cause as { code?: unknown } | undefined)?.code === 'string';
  if (statusCode === 401 && (isOfGalley || message === 'HTTP error 401')) {
    return 'Your session has ended. Sign in again and repeat this.';
  }
  if (statusCode === 403 && isOfGalley && FIELD_NAME.test(message)) {
    return 'Your session does not allow this. Reload the page and try again.';
  }
  const isForDevelopers = statusCode < 400 || message === `HTTP error ${statusCode}`;
  return isForDevelopers ? 'The service did not answer as expected. Try again later.' : undefined;
}
