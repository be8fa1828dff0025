import { Database } from 'bun:sqlite';
import { databaseFile, openDatabase } from '../../src/drivers/sqlite/index.ts';
import { selectTemplateWithContent } from '../../src/features/templates/queries.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import type { TenantScope } from '../../src/platform/scope.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';
import { seedTemplates } from './seed.ts';
import { initializeData, makeDirectory, removeDirectory } from './servers.ts';

const RUNS = 7;
const READS = 40_000;

/** 3 % of the processor time of a request for a template. */
const ALLOWED_MICROSECONDS = 3;

/**
 * Cost of the layer that hides the engine: reads a template through it and through bun:sqlite alone with the same
 * statement, in turns.
 */
export const driverFigure: Figure = {
  name: 'driver',
  async measure() {
    const directory = makeDirectory();
    const { project_id } = initializeData(directory);
    const [ids = []] = seedTemplates(directory, project_id, { tenants: 1, templates: 1_000 }, 1);
    const log = createLogger({ level: 'error', format: 'json', write: () => {} });
    const database = openDatabase(directory, { clock: systemClock, log, allowEphemeral: true });
    const direct = new Database(databaseFile(directory), { readonly: true });
    try {
      const [{ id: tenantId } = { id: 0 }] = direct
        .query<{ id: number }, []>('SELECT tenant_id AS id FROM templates LIMIT 1')
        .all();
      const scope = { tenant: { id: tenantId } } as TenantScope;
      const statement = direct.query(
        `SELECT id, tenant_id, name, name_folded, key, content_id, content_by, content_by_name, content_at, version, created_at, updated_at,
          folder_id, archived_at, tags, (SELECT CAST(json AS BLOB) FROM contents WHERE contents.id = templates.content_id) AS json
         FROM templates WHERE id = ? AND tenant_id = ? AND deleted_at IS NULL`,
      );
      const idAt = (index: number) => ids[index % ids.length] as string;
      const own: number[] = [];
      const bare: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        own.push(await time((index) => selectTemplateWithContent(scope, database.reader, idAt(index))));
        bare.push(await time(async (index) => statement.get(idAt(index), tenantId)));
      }
      const [galley, baseline] = [median(own), median(bare)];
      process.stderr.write(
        `a template: ${galley.toFixed(1)} µs, by bun:sqlite alone ${baseline.toFixed(1)} µs\n`,
      );
      return [
        {
          figure: 'what the driver layer adds to reading a template on SQLite',
          unit: 'µs/request' as const,
          galley: galley - baseline,
          baseline: null,
          target: { atMost: ALLOWED_MICROSECONDS },
          generatorLoad: null,
        },
      ];
    } finally {
      direct.close();
      await database.close();
      removeDirectory(directory);
    }
  },
};

/** Microseconds of processor time of one read. */
async function time(read: (index: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < READS; index += 1) await read(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / READS;
}
