import type { Command } from 'commander';
import { eraseTenant, exportTenant } from '../features/data-jobs/index.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { describeResult, runDataJob, saveFile } from './data-job.ts';
import { printResult } from './output.ts';
import { addTenantImportCommand } from './tenant-import.ts';

/** The required flag of exports. */
export const OUT_FLAG = [
  '--out <file>',
  'where to write it: a file, a directory, or s3://bucket/prefix',
] as const;

export function addTenantDataCommands(tenant: Command): void {
  addCommonFlags(tenant.command('export'))
    .summary('write everything a tenant has to a zip file')
    .description(
      'Writes templates as JSON and HTML, their history, comments, media, folders, saved modules, activity and settings of a ' +
        'tenant to a zip file, as of one moment, while the server runs. What is in the trash is left out.',
    )
    .requiredOption(...PROJECT_FLAG)
    .requiredOption(...OUT_FLAG)
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug]) => {
        const job = await runDataJob(session, exportTenant, {
          project_id: flags.project as string,
          tenant: slug,
        });
        const saved = await saveFile(session, job, flags);
        printResult(
          flags,
          { ...saved, counts: job.result },
          ({ file, bytes }) =>
            `Tenant "${slug}" is exported to ${file} (${bytes} bytes): ${describeResult(job)}.`,
        );
      }),
    );

  addTenantImportCommand(tenant);

  addCommonFlags(tenant.command('erase'))
    .summary('delete a tenant for good with all traces of its contents')
    .description(
      'Deletes a tenant for good, also from the trash: templates, media files, history, comments, activity, exports, and what ' +
        'the audit says of its contents. The audit keeps that it was erased. Backups made before have it until they are removed.',
    )
    .requiredOption(...PROJECT_FLAG)
    .option('--confirm <tenant>', 'the tenant again, instead of typing it when asked')
    .option('--yes', 'erase without asking')
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug = '']) => {
        const warning = `This deletes tenant "${slug}" with all traces of its contents for good.`;
        confirmDeletion(flags, { name: slug, warning });
        const erased = await session.call(eraseTenant, { project_id: flags.project, tenant: slug });
        printResult(flags, erased, (gone) => `Tenant "${gone.tenant}" is erased.`);
      }),
    );
}
