import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { createBackendKey, listBackendKeys, revokeBackendKey } from '../features/access/index.ts';
import { EFFECTS } from '../platform/scope.ts';
import { addCommonFlags, collect, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';

export function addServerKeyCommands(program: Command): void {
  const key = program
    .command('server-key')
    .description('keys with which a backend uses the backend API, below /api/v1/server');

  addCommonFlags(key.command('create'))
    .description('create a backend key, and print it once; a project can have 50')
    .requiredOption('--project <id>', 'its project; "galley project list" shows them')
    .requiredOption('--name <name>', 'name of the key, shown in lists and as the author of changes')
    .option('--allow <effects>', `what it may do: ${EFFECTS.join(', ')} (default: read)`, splitList)
    .option('--operation <name>', 'the only operation it may perform; repeat for several', collect)
    .option('--tenant <tenant>', 'the only tenant it has access to; repeat for several', collect)
    .option('--expires <date>', 'last day on which it is valid (UTC), such as 2027-12-31 (default: no end)')
    .action(
      runWithSession(async (session, flags) => {
        const created = await session.call(createBackendKey, {
          project_id: flags.project,
          name: flags.name,
          ...(flags.allow === undefined ? {} : { effects: flags.allow }),
          ...(flags.operation === undefined ? {} : { operations: flags.operation }),
          ...(flags.tenant === undefined ? {} : { tenants: flags.tenant }),
          ...(flags.expires === undefined ? {} : { expires_at: flags.expires }),
        });
        printResult(flags, created, describeKey);
      }),
    );

  addCommonFlags(key.command('list'))
    .description('list backend keys, without their values')
    .option('--project <id>', 'only of this project')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.project === undefined ? {} : { project_id: flags.project };
        printResult(flags, (await session.call(listBackendKeys, input)).items, (items) =>
          formatTable(
            ['ID', 'NAME', 'KEY', 'PROJECT', 'MAY', 'ONLY', 'EXPIRES', 'LAST USED'],
            items.map((item) => [
              item.id,
              item.name,
              `${item.prefix}…`,
              item.project_id,
              item.effects.join(' '),
              [...(item.operations ?? []), ...(item.tenants ?? [])].join(' '),
              item.expires_at ?? 'never',
              item.last_used_at ?? 'never',
            ]),
            'There are no backend keys.',
          ),
        );
      }),
    );

  addCommonFlags(key.command('revoke'))
    .description('revoke a backend key permanently; it stops working at once')
    .argument('<key-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const revoked = await session.call(revokeBackendKey, { id });
        printResult(flags, revoked, (gone) => `Backend key ${gone.id} is revoked.`);
      }),
    );
}

export const splitList = (text: string): string[] => text.split(/[ ,]+/).filter((name) => name !== '');

function describeKey(key: Static<(typeof createBackendKey)['output']>): string {
  return `Backend key "${key.name}", shown only this once:\n  ${key.server_key}\nIt may: ${key.effects.join(', ')}. Send it in the header "Authorization: Bearer <backend key>".`;
}
