import type { SharedMaps } from '../../platform/ports/shared-maps.ts';
import type { RedisConnection } from './connection.ts';

/** Hashes in Redis. While it is away, nothing is written, and all maps are empty. */
export class RedisMaps implements SharedMaps {
  readonly #connection: RedisConnection;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  async read(name: string): Promise<Readonly<Record<string, string>>> {
    if (!this.#connection.isUp) return {};
    return this.#connection.commands.hgetall(this.#key(name)).catch(() => ({}));
  }

  write(name: string, fields: Readonly<Record<string, string>>, seconds: number): void {
    if (!this.#connection.isUp) return;
    const key = this.#key(name);
    this.#ignore(this.#connection.commands.hset(key, fields));
    this.#ignore(this.#connection.commands.expire(key, seconds));
  }

  remove(name: string, field: string): void {
    if (this.#connection.isUp) this.#ignore(this.#connection.commands.hdel(this.#key(name), field));
  }

  #key = (name: string): string => `${this.#connection.prefix}map:${name}`;

  #ignore(command: Promise<unknown>): void {
    command.catch(() => {});
  }
}
