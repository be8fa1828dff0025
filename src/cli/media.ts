import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { rebaseMedia } from '../features/instance/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { formatFields, printResult } from './output.ts';

export function addMediaCommands(program: Command): void {
  const media = program.command('media').description('media of all tenants');

  addCommonFlags(media.command('rebase'))
    .summary('rewrite stored picture addresses after a change of the base URL')
    .description(
      'Rewrites the addresses of pictures that stand in templates, snapshots, saved modules and brands from one base URL ' +
        'to another. Without --yes it only counts what would change. Mails that have been sent are not changed: keep the ' +
        'former address working for them.',
    )
    .requiredOption('--from <url>', 'the former base URL, such as http://localhost:4100')
    .option('--to <url>', 'the new one (default: the base URL of this installation)')
    .option('--base-url <url>', 'base URL of this installation (env GALLEY_BASE_URL)')
    .option('--yes', 'write the changes')
    .action(
      runWithSession(async (session, flags) => {
        const done = await session.call(rebaseMedia, {
          from: flags.from,
          ...(flags.to !== undefined && { to: flags.to }),
          apply: flags.yes === true,
        });
        printResult(flags, done, describeRebase);
      }),
    );
}

function describeRebase({ from, to, is_applied, ...counts }: Static<typeof rebaseMedia.output>): string {
  const { templates, snapshots, saved_modules, brands } = counts;
  if (templates + snapshots + saved_modules + brands === 0) {
    return `No stored address begins with ${from}/media/. There is nothing to rewrite.`;
  }
  const table = formatFields({
    Templates: String(templates),
    Snapshots: String(snapshots),
    'Saved modules': String(saved_modules),
    Brands: String(brands),
  });
  return is_applied
    ? `Rewritten from ${from} to ${to}:\n${table}`
    : `Would be rewritten from ${from} to ${to}:\n${table}\nNothing was changed. Run the same command with --yes to write the changes.`;
}
