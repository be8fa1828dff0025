/** The URL of a request. Without a valid host, as probes in HTTP/1.0 come, `request.url` is only a path. */
export function urlOf(request: Request): URL {
  return URL.parse(request.url) ?? new URL(`http://localhost${request.url}`);
}
