/** Like `fetch`. With `onProgress` it uses XMLHttpRequest, because `fetch` does not report upload progress. */
export function send(
  url: string,
  init: RequestInit,
  onProgress: ((part: number) => void) | undefined,
): Promise<Response> {
  if (onProgress === undefined || typeof XMLHttpRequest === 'undefined') return fetch(url, init);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const { signal } = init;
    signal?.throwIfAborted();
    xhr.open(init.method ?? 'GET', url);
    xhr.responseType = 'blob';
    for (const [name, value] of new Headers(init.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    xhr.onload = () => resolve(toResponse(xhr));
    xhr.onerror = () => reject(new TypeError('the connection failed'));
    xhr.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(init.body as XMLHttpRequestBodyInit);
  });
}

function toResponse(xhr: XMLHttpRequest): Response {
  const { status, response } = xhr;
  // A response with these statuses must not have a body, not even an empty one.
  const hasBody = ![204, 205, 304].includes(status);
  const lines = xhr.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line) => line.split(': ', 2) as [string, string]);
  return new Response(hasBody ? response : null, { status, headers });
}
