import { type Logger as PinoLogger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { systemClock } from '../clock.ts';
import { redactSecrets } from '../security/redact.ts';
import { LogBuffer } from './log-buffer.ts';
import { RecentLog } from './recent-log.ts';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'> & {
  /** The lines of the last hour. */
  recent?: RecentLog;
};

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

interface LogOptions {
  level: LogLevel;
  /** `pretty` for a terminal, `json` for a log collector. */
  format: 'pretty' | 'json';
  /** Receives the lines instead of standard error; for tests. */
  write?: (line: string) => void;
}

/**
 * Makes the logger: one JSON object or one readable line per event, on standard error, because commands write their
 * results to standard output. Values of secret fields are replaced by `[redacted]`.
 */
export function createLogger(options: LogOptions): Logger {
  const settings = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { log: (facts: object) => redactSecrets(facts) as Record<string, unknown> },
    serializers: { err: (error: Error) => redactSecrets(stdSerializers.err(error), 1) },
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
  if (format === 'pretty') {
    const stream = pretty({ destination: 2, sync: true, colorize: process.stderr.isTTY === true });
    return (line) => stream.write(line);
  }
  // Synchronous, because with buffering the last flush never returns if the reader of the log has ended.
  const stream = pino.destination({ dest: 2, sync: true, minLength: 0 });
  const buffer = new LogBuffer((text) => stream.write(text));
  return (line) => buffer.add(line);
}
