import type { Command } from 'commander';
import { addCommonFlags, runWithSession } from './command.ts';
import { printResult } from './output.ts';
import type { Flags, Session } from './session.ts';

type Suspended = 'read_only' | 'blocked' | null;

/** Adds `suspend` and `unsuspend` for a project or a tenant. `set` stores the suspension. */
export function addSuspendCommands(
  parent: Command,
  what: 'project' | 'tenant',
  set: (session: Session, flags: Flags, id: string, suspended: Suspended) => Promise<object>,
  place?: readonly [flag: string, description: string],
): void {
  const argument = what === 'project' ? '<project-id>' : '<tenant>';
  const withProject = (command: Command) =>
    place === undefined ? command : command.requiredOption(...place);

  withProject(addCommonFlags(parent.command('suspend')))
    .description(`end all access to a ${what} at once; pictures in sent mails are still served`)
    .option('--read-only', 'everything can still be read, but nothing changed')
    .argument(argument)
    .action(
      runWithSession(async (session, flags, [id = '']) => {
        const suspended = flags.read_only === true ? 'read_only' : 'blocked';
        printResult(flags, await set(session, flags, id, suspended), () =>
          suspended === 'read_only'
            ? `The ${what} ${id} is suspended: it can be read, but not changed.`
            : `The ${what} ${id} is suspended: there is no access to it.`,
        );
      }),
    );

  withProject(addCommonFlags(parent.command('unsuspend')))
    .description(`end the suspension of a ${what}`)
    .argument(argument)
    .action(
      runWithSession(async (session, flags, [id = '']) => {
        const result = await set(session, flags, id, null);
        printResult(flags, result, () => `The ${what} ${id} is not suspended any more.`);
      }),
    );
}
