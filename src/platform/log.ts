import { type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { systemClock } from './clock.ts';
import { RecentLog } from './recent-log.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'> & {
  /** The lines of the last hour. */
  recent?: RecentLog;
};

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
  const recent = new RecentLog(systemClock.now);
  const write = options.write ?? openStandardError(options.format);
  const logger = pino(settings, {
    write(line: string) {
      recent.add(line);
      write(line);
    },
  });
  return Object.assign(logger, { recent });
}

function openStandardError(format: LogOptions['format']): (line: string) => void {
  const stream =
    format === 'json'
      ? // Synchronous, because the last flush of the buffered kind never returns if the reader of the log has ended.
        pino.destination({ dest: 2, sync: true, minLength: 0 })
      : pretty({ destination: 2, sync: true, colorize: process.stderr.isTTY === true });
  return (line) => stream.write(line);
}
