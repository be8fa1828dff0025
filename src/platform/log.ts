import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Names of fields whose values never reach a log line, at the top of it or one object deeper. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'client_secret',
  'clientSecret',
  'signing_key',
  'signingKey',
  'api_key',
  'apiKey',
  'token',
  'signature',
  'user_signature',
];

export interface LogOptions {
  level: LogLevel;
  /** `pretty` for a person at a terminal, `json` for a log collector. */
  format: 'pretty' | 'json';
  /** Where lines go instead of standard error; for tests. */
  write?: (line: string) => void;
}

/**
 * The service's logger: one JSON object or one readable line per event, on standard error, because standard output
 * belongs to what commands answer. Values of `SECRET_FIELDS` are replaced by `[redacted]`.
 */
export function createLogger(options: LogOptions): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
  };
  if (options.write !== undefined) return pino(settings, { write: options.write });
  if (options.format === 'json')
    // Synchronous: the buffered kind never returns from its last flush once nobody reads the log any more.
    return pino(settings, pino.destination({ dest: 2, sync: true, minLength: 0 }));
  return pino(settings, pretty({ destination: 2, sync: true, colorize: process.stderr.isTTY === true }));
}
