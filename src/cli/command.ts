import type { Command } from 'commander';
import { nameFlag } from './flag-names.ts';
import { printError } from './output.ts';
import { type Flags, openSession, type Session } from './session.ts';

/** The help text of `--new` in `serve` and `init`. */
export const NEW_FLAG =
  'start a new installation in a data directory whose database is lost; its files stay, unused';

/** Adds the flags that every command has. */
export function addCommonFlags(command: Command): Command {
  return command
    .option('--data <dir>', 'data directory (env GALLEY_DATA; default ./galley-data)')
    .option('--allow-ephemeral', 'allow data that is lost with its container (env GALLEY_ALLOW_EPHEMERAL)')
    .option('--json', 'print the result as JSON');
}

/** The required flag of commands about a tenant. */
export const PROJECT_FLAG = ['--project <id>', 'its id; "galley project list" shows them'] as const;

/** Collects the values of a repeatable option. */
export const collect = (value: string, previous: string[] | undefined) => [...(previous ?? []), value];

/** Runs a command's action; its errors become one line on standard error and exit status 1. */
export function runAction(action: (flags: Flags, args: string[]) => Promise<void>) {
  return async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const flags = Object.fromEntries(
      Object.entries(command.opts()).map(([name, value]) => [toSettingName(name), value]),
    );
    try {
      await action(flags, command.args);
    } catch (error) {
      printError(flags.json === true ? error : nameFlag(error, command), flags.json === true);
    }
  };
}

/** Runs an action that needs the data, and closes the data afterwards. */
export function runWithSession(
  action: (session: Session, flags: Flags, args: string[]) => Promise<void>,
  open: (flags: Flags) => Promise<Session> = openSession,
) {
  return runAction(async (flags, args) => {
    const session = await open(flags);
    try {
      await action(session, flags, args);
    } finally {
      await session.close();
    }
  });
}

function toSettingName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
