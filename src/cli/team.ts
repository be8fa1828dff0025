import type { Command } from 'commander';
import { createTeam, listTeams } from '../features/projects/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';

export function addTeamCommands(program: Command): void {
  const team = program.command('team').description('teams, which own projects and API keys');

  addCommonFlags(team.command('create'))
    .description('create a team')
    .requiredOption('--name <name>', 'name people read')
    .action(
      runWithSession(async (session, flags) => {
        const created = await session.call(createTeam, { name: flags.name });
        printResult(flags, created, (made) => `Team "${made.name}" is ${made.id}.`);
      }),
    );

  addCommonFlags(team.command('list'))
    .description('list teams')
    .action(
      runWithSession(async (session, flags) => {
        printResult(flags, (await session.call(listTeams, {})).items, (items) =>
          formatTable(
            ['ID', 'NAME'],
            items.map((item) => [item.id, item.name]),
            'There are no teams.',
          ),
        );
      }),
    );
}
