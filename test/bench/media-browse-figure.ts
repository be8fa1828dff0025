import { stopwatch } from '../../src/platform/clock.ts';
import { fetchOnce, openTenant } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { median } from './measure.ts';
import { FIRST_FOLDER, LIBRARY_TENANT, type LibrarySize, RARE_WORD, seedLibrary } from './media-seed.ts';
import { libraryOf } from './media-servers.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

const LARGE: LibrarySize = { files: 50_000, folders: 100 };
const SMALL: LibrarySize = { files: 500, folders: 1 };

const WARM_UPS = 100;

const ROUNDS = 400;

/** Most time with many files, as a multiple of that with few. */
const ALLOWED_GROWTH = 2;

/** Typical requests of people. */
const QUERIES: readonly (readonly [what: string, query: string])[] = [
  ['newest', ''],
  ['by name', '?sort=name_asc'],
  ['largest of a category', '?sort=size_desc&category=images'],
  ['a folder', `?folder_id=${FIRST_FOLDER}`],
  ['a search that finds many', '?search=photo'],
  ['a search that finds ten', `?search=${RARE_WORD}`],
];

interface Library {
  server: RunningServer;
  token: string;
  path: string;
}

/** Time of the first page of a large library, compared with a small one. */
export const mediaBrowseFigure: Figure = {
  name: 'media-browse',
  async measure() {
    const directory = makeDirectory();
    const libraries: Library[] = [];
    try {
      for (const [name, size] of [
        ['large', LARGE],
        ['small', SMALL],
      ] as const) {
        libraries.push(await startLibrary(`${directory}/${name}`, size));
      }
      const [large, small] = libraries as [Library, Library];
      const outcomes: Outcome[] = [];
      for (const [what, query] of QUERIES) outcomes.push(await compareBrowsing(what, query, large, small));
      return outcomes;
    } finally {
      for (const { server } of libraries) await server.stop();
      removeDirectory(directory);
    }
  },
};

async function startLibrary(directory: string, size: LibrarySize): Promise<Library> {
  const first = initializeData(directory);
  seedLibrary(directory, first.project_id, size);
  const server = await startGalley(directory, first);
  const tenant = await openTenant(server, LIBRARY_TENANT);
  return { server, token: tenant.token, path: `${libraryOf(tenant)}/browse` };
}

async function compareBrowsing(
  what: string,
  query: string,
  large: Library,
  small: Library,
): Promise<Outcome> {
  const times = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const pair = { large: await timeBrowsing(large, query), small: await timeBrowsing(small, query) };
    if (round < WARM_UPS) continue;
    times.large.push(pair.large);
    times.small.push(pair.small);
  }
  return {
    figure: `browse ${LARGE.files} files, ${what}, p50`,
    unit: 'µs/request',
    galley: median(times.large) * 1000,
    baseline: median(times.small) * 1000,
    target: { atMost: ALLOWED_GROWTH },
    generatorLoad: null,
  };
}

/** The milliseconds of one request. */
async function timeBrowsing({ server, token, path }: Library, query: string): Promise<number> {
  const request: PlannedRequest = { method: 'GET', path: path + query, token };
  const elapsed = stopwatch();
  await fetchOnce(server, request);
  return elapsed();
}
