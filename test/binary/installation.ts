import { isPostgres, processCount } from '../support/engine.ts';
import { openTestDatabase } from '../support/test-database.ts';
import {
  askGalley,
  createInitializedDirectory,
  createTestDirectory,
  type FirstRun,
  startServer,
  type TestDirectory,
} from './support.ts';

export interface Installation {
  first: FirstRun;
  /** For commands. */
  place: TestDirectory;
  url: string;
  stop(): Promise<void>;
}

interface Initialized extends Pick<Installation, 'first' | 'place'> {
  /** Removes its database. */
  drop?: () => Promise<void>;
}

/** A server after its first run. With `GALLEY_TEST_PROCESSES`, several behind a balancer that gives each request to any of them. */
export async function openInstallation(): Promise<Installation> {
  if (processCount > 0) {
    const { startServers } = await import('../support/server-processes.ts');
    const all = await startServers(processCount);
    return { first: all.first, place: all.place, url: all.balancer.url, stop: () => all.stop() };
  }
  const { place, first, drop }: Initialized = isPostgres
    ? await initializeDatabase()
    : await createInitializedDirectory();
  const server = await startServer(place);
  const stop = async () => {
    await server.stop();
    await drop?.();
    place.remove();
  };
  return { first, place, url: server.url, stop };
}

async function initializeDatabase(): Promise<Initialized> {
  const place = createTestDirectory();
  const { url, drop } = await openTestDatabase(place.data);
  place.env.GALLEY_DATABASE_URL = url;
  return { place, drop, first: (await askGalley(place, 'init')) as FirstRun };
}
