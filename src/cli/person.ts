import type { Command } from 'commander';
import { eraseEndUser, exportEndUser } from '../features/data-jobs/index.ts';
import { addCommonFlags, PROJECT_FLAG, runWithSession } from './command.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { describeResult, runDataJob, saveFile } from './data-job.ts';
import { printResult } from './output.ts';
import { OUT_FLAG } from './tenant-data.ts';

export function addPersonCommands(program: Command): void {
  const person = program
    .command('person')
    .description('users of your product, by the id your backend sends with token requests');

  addCommonFlags(person.command('export'))
    .summary('write everything that names a user to a zip file')
    .description('Writes all rows that name a user, in all tenants of a project, to a zip file.')
    .requiredOption(...PROJECT_FLAG)
    .requiredOption(...OUT_FLAG)
    .argument('<user-id>')
    .action(
      runWithSession(async (session, flags, [user_id]) => {
        const input = { project_id: flags.project as string, user_id };
        const job = await runDataJob(session, exportEndUser, input);
        const saved = await saveFile(session, job, flags);
        printResult(
          flags,
          { ...saved, counts: job.result },
          ({ file }) => `Everything that names the user is in ${file}.`,
        );
      }),
    );

  addCommonFlags(person.command('erase'))
    .summary('replace a user by a pseudonym everywhere')
    .description(
      'Replaces the id and the name of a user by a pseudonym in all tenants of a project: in comments and mentions, the ' +
        'history, activity, proposals, the trash and the audit.',
    )
    .requiredOption(...PROJECT_FLAG)
    .option(
      '--comments <choice>',
      'keep: their texts stay under the pseudonym; remove: they are deleted',
      'keep',
    )
    .option('--confirm <user-id>', 'the id again, instead of typing it when asked')
    .option('--yes', 'erase without asking')
    .argument('<user-id>')
    .action(
      runWithSession(async (session, flags, [user_id = '']) => {
        const warning = `This replaces user "${user_id}" by a pseudonym everywhere, which cannot be undone.`;
        confirmDeletion(flags, { name: user_id, warning });
        const input = { project_id: flags.project as string, user_id, comments: flags.comments };
        const job = await runDataJob(session, eraseEndUser, input);
        printResult(flags, job, () => `The user is erased: ${describeResult(job)}.`);
      }),
    );
}
