import { findPostgres, type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { findRedis, startRedis } from '../../scripts/redis-server.ts';
import { createDatabase } from './postgres-figures.ts';
import type { Project } from './realtime-figures.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

/** Servers on one database and one Redis. */
export interface Installation {
  first: Project;
  servers: readonly RunningServer[];
  stop(): Promise<void>;
}

export function whyNoServers(): string | undefined {
  return [findPostgres(), findRedis()].includes(undefined)
    ? 'PostgreSQL or Redis is not installed'
    : undefined;
}

/** What several installations share, each with a database of its own. */
interface Shared {
  postgres: PostgresServer;
  /** `settings`: further settings of the servers. */
  start(name: string, servers: number, settings?: Record<string, string>): Promise<Installation>;
  stop(): Promise<void>;
}

export async function startShared(): Promise<Shared> {
  const directory = makeDirectory();
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const start: Shared['start'] = async (name, count, settings = {}) => {
    const env = {
      ...settings,
      GALLEY_DATABASE_URL: await createDatabase(postgres, name),
      GALLEY_REDIS_URL: redis.url,
    };
    const first = initializeData(`${directory}/${name}0`, env) as Project;
    const servers: RunningServer[] = [];
    for (let number = 0; number < count; number += 1)
      servers.push(
        await startGalley(`${directory}/${name}${number}`, first, {
          ...env,
          GALLEY_SERVER_NUMBER: String(number + 1),
        }),
      );
    // A server that has just started takes its part of the tenants within a second.
    await Bun.sleep(3_000);
    const stop = async () => {
      for (const server of servers) await server.stop();
    };
    return { first, servers, stop };
  };
  return {
    postgres,
    start,
    async stop() {
      await redis.stop();
      await postgres.stop();
      removeDirectory(directory);
    },
  };
}
