/** One request as the load generator sends it, again and again. */
export interface PlannedRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token?: string;
  /** Headers in addition to those of every request, or in place of them. */
  headers?: Readonly<Record<string, string>>;
  /** JSON. `SERIAL_MARK` in it becomes a new number each time it is sent. */
  body?: string;
  /** Bytes in base64 in place of `body`, with the mark among them. `headers` tell their type. */
  bytes?: string;
}

/** A load that lasts for some time. */
export interface LoadTime {
  /** Seconds of load before counting starts. */
  warmUpSeconds: number;
  /** Seconds in which answers are counted. */
  seconds: number;
}

/** A load that ends with the last of so many answers. */
interface LoadCount {
  answers: number;
}

interface LoadTask {
  port: number;
  connections: number;
  /** Distributed over the connections in turn. Each connection repeats its share. */
  requests: readonly PlannedRequest[];
  /** Instead, every connection chooses among all requests at random, in the same order in every run. */
  isRandom?: boolean;
  /** Process of the server whose processor time is read. */
  serverPid?: number;
  /** First number for `SERIAL_MARK`, so that runs do not repeat each other's contents. */
  firstSerial: number;
  /** Answers that are not 2xx are expected, and closed connections are opened again. */
  mayBeRefused?: boolean;
}

export type LoadPlan = LoadTask & (LoadTime | LoadCount);

export interface LoadResult {
  requestsPerSecond: number;
  /** Share of the time the load generator itself was computing: near 1 means it was the bottleneck. */
  generatorLoad: number;
  /** Processor time of the server (user and system, all threads) per answer; null unless `serverPid` was given. */
  serverMs: number | null;
  /** Answers that were not 2xx and connections that broke, unless these are expected. */
  failures: number;
  /** Expected answers that were not 2xx. */
  refused: number;
  firstFailure?: string;
}

/** Placeholder in a body for a number that differs in each request: 12 characters. */
export const SERIAL_MARK = '#serial-no-#';

/** A number in the form that replaces the mark. */
export function toSerial(number: number): string {
  return String(number).padStart(SERIAL_MARK.length, '0');
}

/** The bytes of a request on a keep-alive connection. */
export function encodeRequest({ method, path, token, headers, body, bytes }: PlannedRequest): Buffer {
  const payload = bytes === undefined ? Buffer.from(body ?? '') : Buffer.from(bytes, 'base64');
  const fields = {
    Host: 'localhost',
    Accept: 'application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...((body ?? bytes) !== undefined && { 'Content-Length': String(payload.byteLength) }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return Buffer.concat([head, payload]);
}
