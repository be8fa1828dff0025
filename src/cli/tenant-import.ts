import { resolve } from 'node:path';
import type { Command } from 'commander';
import { importTenantFile } from '../features/data-jobs/index.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { describeResult, runDataJob } from './data-job.ts';
import { printResult } from './output.ts';

export function addTenantImportCommand(tenant: Command): void {
  addCommonFlags(tenant.command('import'))
    .summary('import an exported tenant into a project')
    .description(
      'Imports what "galley tenant export" has written, here or on another server, as a tenant that is new or empty. Every ' +
        'part is compared with its hash first. Until everything is imported, nothing of it can be seen; if it fails, nothing ' +
        'stays.',
    )
    .requiredOption(...PROJECT_FLAG)
    .option('--tenant <tenant>', 'identifier of the new tenant (default: that of the exported one)')
    .argument('<file>')
    .action(
      runWithSession(async (session, flags, [file = '']) => {
        const input = {
          project_id: flags.project as string,
          file: resolve(file),
          ...(flags.tenant !== undefined && { tenant: flags.tenant }),
        };
        const job = await runDataJob(session, importTenantFile, input);
        printResult(flags, job, () => `Tenant "${job.tenant}" is imported: ${describeResult(job)}.`);
      }),
    );
}
