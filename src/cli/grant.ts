import type { Command } from 'commander';
import { listGrants, revokeGrant } from '../features/grants/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';

export function addGrantCommands(program: Command): void {
  const grant = program
    .command('grant')
    .description('agents that people have connected by signing in (OAuth)');

  addCommonFlags(grant.command('list'))
    .description('list connected agents')
    .option('--project <id>', 'only of this project')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.project === undefined ? {} : { project_id: flags.project };
        printResult(flags, (await session.call(listGrants, input)).items, (items) =>
          formatTable(
            ['ID', 'AGENT', 'PERSON', 'PROJECT', 'TENANT', 'MAY', 'CONNECTED', 'LAST USED'],
            items.map((item) => [
              item.id,
              item.client,
              item.account.email,
              item.project,
              item.tenant,
              item.mode,
              item.created_at,
              item.last_used_at ?? 'never',
            ]),
            'No agent is connected.',
          ),
        );
      }),
    );

  addCommonFlags(grant.command('revoke'))
    .description('disconnect an agent; its tokens stop working at once')
    .argument('<grant-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const revoked = await session.call(revokeGrant, { id });
        printResult(flags, revoked, (gone) => `Grant ${gone.id} is revoked.`);
      }),
    );
}
