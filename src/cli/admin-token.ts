import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { createAdminToken, listAdminTokens, revokeAdminToken } from '../features/members/index.ts';
import { EFFECTS } from '../platform/scope.ts';
import { addCommonFlags, collect, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';
import { splitList } from './server-key.ts';

export function addAdminTokenCommands(admin: Command): void {
  const token = admin
    .command('token')
    .description('tokens with which programs use the admin API, below /api/v1/admin');

  addCommonFlags(token.command('create'))
    .description('create an admin token, and print it once; without a team and a role it may do what you may')
    .requiredOption('--name <name>', 'name of the token, shown in lists and as the author of changes')
    .option('--team <id>', 'its only team; "galley team list" shows them')
    .option('--role <role>', 'its highest role: viewer, reviewer, editor, admin or owner')
    .option('--allow <effects>', `what it may do: ${EFFECTS.join(', ')} (default: read)`, splitList)
    .option(
      '--operation <name>',
      'the only operation it may perform; repeat for several; needed for members and tokens',
      collect,
    )
    .option('--expires <date>', 'last day on which it is valid (UTC), such as 2027-12-31 (default: no end)')
    .action(
      runWithSession(async (session, flags) => {
        const created = await session.call(createAdminToken, {
          name: flags.name,
          ...(flags.team === undefined ? {} : { team_id: flags.team }),
          ...(flags.role === undefined ? {} : { role: flags.role }),
          ...(flags.allow === undefined ? {} : { effects: flags.allow }),
          ...(flags.operation === undefined ? {} : { operations: flags.operation }),
          ...(flags.expires === undefined ? {} : { expires_at: flags.expires }),
        });
        printResult(flags, created, describeToken);
      }),
    );

  addCommonFlags(token.command('list'))
    .description('list admin tokens, without their values')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, (await session.call(listAdminTokens, {})).items, (items) =>
          formatTable(
            ['ID', 'NAME', 'TOKEN', 'MADE BY', 'TEAM', 'ROLE', 'MAY', 'ONLY', 'EXPIRES', 'LAST USED'],
            items.map((item) => [
              item.id,
              item.name,
              `${item.prefix}…`,
              item.created_by,
              item.team_id ?? 'all',
              item.role ?? '',
              item.effects.join(' '),
              (item.operations ?? []).join(' '),
              item.expires_at ?? 'never',
              item.last_used_at ?? 'never',
            ]),
            'There are no admin tokens.',
          ),
        );
      }),
    );

  addCommonFlags(token.command('revoke'))
    .description('revoke an admin token permanently; it stops working at once')
    .argument('<token-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const revoked = await session.call(revokeAdminToken, { id });
        printResult(flags, revoked, (gone) => `Admin token ${gone.id} is revoked.`);
      }),
    );
}

function describeToken(token: Static<(typeof createAdminToken)['output']>): string {
  return `Admin token "${token.name}", shown only this once:\n  ${token.admin_token}\nIt may: ${token.effects.join(', ')}. Send it in the header "Authorization: Bearer <admin token>".`;
}
