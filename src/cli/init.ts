import type { Command } from 'commander';
import { loadFirstRunCredentials, processEnvironment } from '../config/index.ts';
import { initializeInstance } from '../features/instance/index.ts';
import { addCommonFlags, NEW_FLAG, runWithSession } from './command.ts';
import { describeFirstRun } from './first-run.ts';
import { printResult } from './output.ts';
import { openSession } from './session.ts';

export function addInitCommand(program: Command): void {
  addCommonFlags(program.command('init'))
    .summary('set up a data directory without serving')
    .description(
      'Creates the data directory, the first team, project, tenant and API key, and prints their credentials once. ' +
        'GALLEY_CLIENT_ID, GALLEY_CLIENT_SECRET, GALLEY_SIGNING_KEY, GALLEY_API_KEY, GALLEY_PROJECT_ID and GALLEY_TENANT, ' +
        'or the same names with _FILE, set your own values instead of random ones.',
    )
    .option('--base-url <url>', 'address clients will use (env GALLEY_BASE_URL)')
    .option('--new', NEW_FLAG)
    .action(
      runWithSession(
        async (session, flags) => {
          const first = await session.call(initializeInstance, loadFirstRunCredentials(processEnvironment));
          printResult(flags, first, describeFirstRun);
        },
        (flags) => openSession(flags, { mayCreate: true }),
      ),
    );
}
