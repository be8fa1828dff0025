import type { Command } from 'commander';
import { runAction } from './command.ts';
import { formatTable, printResult } from './output.ts';

export function addLicensesCommand(program: Command): void {
  program
    .command('licenses')
    .description('list the third-party parts of the executable with their licenses')
    .option('--full', 'print the full texts of the licenses')
    .option('--json', 'print the result as JSON')
    .action(
      runAction(async (flags) => {
        // Loaded here, because only this command needs the texts.
        const { formatNotices, THIRD_PARTY } = await import('./third-party.ts');
        const { parts, texts } = THIRD_PARTY;
        const list = parts.map((part) => ({
          ...part,
          texts: flags.full === true ? part.texts.map((index) => texts[index] as string) : undefined,
        }));
        printResult(flags, { items: list }, () =>
          flags.full === true
            ? formatNotices(THIRD_PARTY)
            : `${formatParts(list)}\n\n--full prints the texts.`,
        );
      }),
    );
}

function formatParts(
  parts: readonly { name: string; version: string; license: string; source?: string }[],
): string {
  const rows = parts.map(({ name, version, license, source = '' }) => [name, version, license, source]);
  return formatTable(['NAME', 'VERSION', 'LICENSE', 'SOURCE'], rows, '');
}
