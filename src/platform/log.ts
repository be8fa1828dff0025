import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Fields whose values are redacted, at the top of a log line and up to two objects deeper. */
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

interface LogOptions {
  level: LogLevel;
  /** `pretty` for a terminal, `json` for a log collector. */
  format: 'pretty' | 'json';
  /** Receives the lines instead of standard error; for tests. */
  write?: (line: string) => void;
}

/**
 * Makes the logger: one JSON object or one readable line per event, on standard error, because commands write their
 * results to standard output. Values of `SECRET_FIELDS` are replaced by `[redacted]`.
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
    // Synchronous, because the last flush of the buffered kind never returns if the reader of the log has ended.
    return pino(settings, pino.destination({ dest: 2, sync: true, minLength: 0 }));
  return pino(settings, pretty({ destination: 2, sync: true, colorize: process.stderr.isTTY === true }));
}
