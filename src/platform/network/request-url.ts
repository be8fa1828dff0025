/** The URL of a request. If the request has no valid host, as HTTP/1.0 probes do, `request.url` is only a path. */
export function urlOf(request: Request): URL {
  return URL.parse(request.url) ?? new URL(`http://localhost${request.url}`);
}
