import type { Command } from 'commander';
import { createApiKey, listApiKeys, regenerateApiKey, revokeApiKey } from '../features/access/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';

const collect = (value: string, previous: string[] | undefined) => [...(previous ?? []), value];

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys, with which AI agents use the tool server');

  addCommonFlags(key.command('create'))
    .description('create an API key; prints it once. A team can have 10')
    .requiredOption('--name <name>', 'what it is for')
    .option('--expires <date>', 'last day it works (UTC), such as 2027-12-31 (default: it always does)')
    .option('--project <id>', 'project it may access; repeat for several (default: all of the team)', collect)
    .option('--team <id>', 'team that owns it (default: the first)')
    .action(
      runWithSession(async (session, flags) => {
        const created = await session.call(createApiKey, {
          name: flags.name,
          ...(flags.expires === undefined ? {} : { expires_at: flags.expires }),
          ...(flags.project === undefined ? {} : { project_ids: flags.project }),
          ...(flags.team === undefined ? {} : { team_id: flags.team }),
        });
        printResult(flags, created, (made) => `API key "${made.name}", shown this once:\n  ${made.api_key}`);
      }),
    );

  addCommonFlags(key.command('list'))
    .description('list API keys, without their values')
    .option('--team <id>', 'of this team only')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.team === undefined ? {} : { team_id: flags.team };
        printResult(flags, (await session.call(listApiKeys, input)).items, (items) =>
          formatTable(
            ['ID', 'NAME', 'KEY', 'PROJECTS', 'EXPIRES', 'LAST USED'],
            items.map((item) => [
              item.id,
              item.name,
              `${item.prefix}…`,
              item.project_ids?.join(' ') ?? 'all',
              item.expires_at ?? 'never',
              item.last_used_at ?? 'never',
            ]),
            'There are no API keys.',
          ),
        );
      }),
    );

  addCommonFlags(key.command('revoke'))
    .description('revoke an API key for good')
    .argument('<key-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const revoked = await session.call(revokeApiKey, { id });
        printResult(flags, revoked, (gone) => `API key ${gone.id} is revoked.`);
      }),
    );

  addCommonFlags(key.command('regenerate'))
    .description('give an API key a new value; the old one stops working at once')
    .argument('<key-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const made = await session.call(regenerateApiKey, { id });
        printResult(flags, made, (fresh) => `API key "${fresh.name}", shown this once:\n  ${fresh.api_key}`);
      }),
    );
}
