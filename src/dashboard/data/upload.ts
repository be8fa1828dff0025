import { pathOf } from '../place.ts';
import { toApiError } from './api.ts';
import { signInRequests } from './sign-in-request.ts';

/**
 * Uploads a file as a form, because `fetch` reports no progress. If the session has expired, it asks for a sign-in as
 * `call` does.
 */
export async function upload<Output>(
  path: string,
  file: File,
  fields: Record<string, string>,
  onProgress: (share: number) => void,
): Promise<Output> {
  for (;;) {
    const { status, text, requestId } = await send(path, file, fields, onProgress);
    if (status >= 200 && status < 300) return JSON.parse(text) as Output;
    if (status === 401 && (await signInRequests.ask('expired', true))) continue;
    throw toApiError(status, text, requestId);
  }
}

interface Answer {
  status: number;
  text: string;
  requestId: string | undefined;
}

function send(
  path: string,
  file: File,
  fields: Record<string, string>,
  onProgress: (share: number) => void,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    // Status 0: there was no answer.
    request.onloadend = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        requestId: request.getResponseHeader('x-request-id') ?? undefined,
      });
    request.open('POST', pathOf(`api/v1/${path}`));
    request.setRequestHeader('accept', 'application/json');
    request.send(form);
  });
}
