import type { Clock } from '../../platform/clock.ts';
import { type RateWindow, takeFromWindows } from '../../platform/limits/rate-limit.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { RateDecision, RateLimit, RateLimits } from '../../platform/ports/rate-limits.ts';
import type { RedisConnection } from './connection.ts';

/**
 * Reads the windows of a key and counts a request, as `takeFromWindows` does: the caller computes the answer with it from
 * what this returns. A key is a hash with a field for each length of a window. Each window is `started:used`.
 * ARGV: the time (empty: that of the server, which all servers of Galley share), 1 to count, then pairs of limit and length.
 * Returns the time and, for each limit, start and use before this request.
 */
const SCRIPT = `
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local answer, writes, hasRoom, ends = { string.format('%.0f', now) }, {}, true, now
for i = 3, #ARGV, 2 do
  local limit, length = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  local stored = redis.call('HGET', KEYS[1], ARGV[i + 1])
  local startedAt, used = now, 0
  if stored then
    local first, second = string.match(stored, '^(%d+):(%d+)$')
    startedAt, used = tonumber(first) or now, tonumber(second) or 0
  end
  if now >= startedAt + length then startedAt, used = now, 0 end
  if now < startedAt then
    startedAt = now
    if ARGV[2] == '1' then redis.call('HSET', KEYS[1], ARGV[i + 1], string.format('%.0f:%.0f', now, used)) end
  end
  answer[#answer + 1] = string.format('%.0f', startedAt)
  answer[#answer + 1] = used
  if used >= limit then hasRoom = false end
  writes[#writes + 1] = ARGV[i + 1]
  writes[#writes + 1] = string.format('%.0f:%.0f', startedAt, used + 1)
  ends = math.max(ends, startedAt + length)
end
if ARGV[2] == '1' and hasRoom then
  redis.call('HSET', KEYS[1], unpack(writes))
  if redis.call('PTTL', KEYS[1]) < ends - now then redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ends - now)) end
end
return answer
`;

interface Options {
  connection: RedisConnection;
  /** Counts while Redis is unreachable, for this server alone. */
  fallback: RateLimits;
  log: Pick<Logger, 'warn'>;
  /** For tests. Left out: the clock of Redis, because those of the servers differ. */
  clock?: Clock;
}

/** The script as a client command. Its text is sent only to a server that does not have it. */
interface Counting {
  takeFromWindows(key: string, ...numbers: (string | number)[]): Promise<(string | number)[]>;
}

/** Counts that all servers share. */
export class RedisRateLimits implements RateLimits {
  readonly #options: Options;
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
    options.connection.commands.defineCommand('takeFromWindows', { numberOfKeys: 1, lua: SCRIPT });
  }

  async take(key: string, limits: readonly RateLimit[]): Promise<RateDecision> {
    return (await this.#decide(key, limits, false)) ?? this.#options.fallback.take(key, limits);
  }

  async peek(key: string, limits: readonly RateLimit[]): Promise<RateDecision> {
    return (await this.#decide(key, limits, true)) ?? this.#options.fallback.peek(key, limits);
  }

  close(): Promise<void> {
    return this.#options.fallback.close();
  }

  /** undefined if Redis does not answer. */
  async #decide(
    key: string,
    limits: readonly RateLimit[],
    isDryRun: boolean,
  ): Promise<RateDecision | undefined> {
    const { connection, log, clock } = this.#options;
    if (!connection.isUp) return undefined;
    try {
      const answer = await (connection.commands as unknown as Counting).takeFromWindows(
        `${connection.prefix}rate:${key}`,
        clock === undefined ? '' : clock.now(),
        isDryRun ? 0 : 1,
        ...limits.flatMap(({ limit, windowMs }) => [limit, windowMs]),
      );
      this.#isFailing = false;
      const [now = 0, ...numbers] = answer.map(Number);
      const windows: RateWindow[] = limits.map((_, index) => ({
        startedAt: numbers[2 * index] as number,
        used: numbers[2 * index + 1] as number,
      }));
      return takeFromWindows(windows, limits, now, { isDryRun });
    } catch (error) {
      if (!this.#isFailing && connection.isUp)
        log.warn(
          { err: error },
          'Redis did not count a request: rate limits hold for each server alone meanwhile',
        );
      this.#isFailing = true;
      return undefined;
    }
  }
}
