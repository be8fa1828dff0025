import type { Command } from 'commander';
import { listTokenKeys, rotateTokenKey } from '../features/access/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';

export function addTokenKeyCommands(program: Command): void {
  const tokenKey = program.command('token-key').description('the keys that sign access tokens');

  addCommonFlags(tokenKey.command('list'))
    .description('list the keys whose tokens are accepted')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, (await session.call(listTokenKeys, {})).items, (items) =>
          formatTable(
            ['KID', 'CREATED', 'RETIRES'],
            items.map((item) => [item.kid, item.created_at, item.retires_at ?? 'signs new tokens']),
            'There are no keys yet. The first token creates one.',
          ),
        );
      }),
    );

  addCommonFlags(tokenKey.command('rotate'))
    .description(
      'sign new tokens with a new key; issued tokens stay valid for their 10 minutes, or end now with --revoke',
    )
    .option('--revoke', 'refuse all issued tokens at once')
    .action(
      runWithSession(async (session, flags) => {
        const made = await session.call(rotateTokenKey, { revoke: flags.revoke === true });
        printResult(flags, made, (fresh) => `New tokens are signed with key ${fresh.kid}.`);
      }),
    );
}
