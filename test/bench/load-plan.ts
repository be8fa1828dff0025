/** One request as the load generator sends it, again and again. */
export interface PlannedRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token?: string;
  /** JSON. `SERIAL_MARK` in it becomes another number each time it is sent. */
  body?: string;
}

export interface LoadPlan {
  port: number;
  connections: number;
  /** Seconds of load before counting starts. */
  warmUpSeconds: number;
  /** Seconds in which answers are counted. */
  seconds: number;
  /** Dealt out to the connections in turn; each connection sends its share in a circle. */
  requests: readonly PlannedRequest[];
  /** First number for `SERIAL_MARK`, so that runs do not repeat each other's contents. */
  firstSerial: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  /** Share of the time the load generator itself was computing: near 1 means it was the bottleneck. */
  generatorLoad: number;
  /** Answers that were not 2xx and connections that broke. */
  failures: number;
  firstFailure?: string;
}

/** Stands in a body where a number is to differ from request to request: 12 characters. */
export const SERIAL_MARK = '#serial-no-#';

/** A number in the form that takes the place of the mark. */
export function toSerial(number: number): string {
  return String(number).padStart(SERIAL_MARK.length, '0');
}

/** The bytes of a request on a keep-alive connection. */
export function encodeRequest({ method, path, token, body }: PlannedRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Accept: application/json'];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
