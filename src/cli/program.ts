import { Command } from 'commander';
import { DomainError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { addAdminCommands } from './admin.ts';
import { addAiCommands } from './ai.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands, addRestoreCommand } from './backup.ts';
import { addCheckCommand } from './check.ts';
import { addDoctorCommand } from './doctor.ts';
import { addGrantCommands } from './grant.ts';
import { addHealthCommand } from './health.ts';
import { addInitCommand } from './init.ts';
import { addKeyCommands } from './key.ts';
import { addLicensesCommand } from './licenses.ts';
import { addMcpCommand } from './mcp.ts';
import { addMediaCommands } from './media.ts';
import { addMigrateToCommand } from './migrate-to.ts';
import { addModuleCommands } from './module.ts';
import { printError } from './output.ts';
import { addPersonCommands } from './person.ts';
import { addProjectCommands } from './project.ts';
import { addServeCommand } from './serve.ts';
import { addServerKeyCommands } from './server-key.ts';
import { addTeamCommands } from './team.ts';
import { addTenantCommands } from './tenant.ts';
import { addTokenKeyCommands } from './token-key.ts';
import { addTrashCommands } from './trash.ts';
import { addUpdateCommand } from './update/command.ts';
import { addVersionCommand } from './version.ts';

const EXAMPLES = `
Examples:
  galley                                     serve ./galley-data on localhost:4100
  galley serve --data /srv/galley --port 80  serve another directory on another port
  galley serve --demo                        an editor to try in the browser
  galley init --json                         set up without serving, for automation
  galley project create --name Shop          create credentials for another product
  galley key create --name "Claude"          create a key for an AI agent
  galley server-key create --project ID --name Mailer --allow read,write
                                             create a key for a backend
  galley admin link                          print a link that makes an account for the dashboard
  galley admin token create --name Terraform --allow read,admin
                                             create a token for a program that uses the admin API
  galley grant list                          show the agents that people have connected
  galley audit --tool delete-template        list calls of a tool by agents
  galley audit activity --type template      list changes of templates
  galley ai check                            test the language model
  galley check                               verify database and files
  galley backup /mnt/nas/galley.tar.zst      write database and media files to one file
  galley backup run                          make a backup at the target of the settings now
  galley restore galley.tar.zst --data new   restore a backup into a new directory
  galley migrate-to postgres://host/galley   copy the data to PostgreSQL
  galley doctor                              check the server, base URL, mail and backups
  galley media rebase --from http://old      rewrite stored picture addresses to the base URL
  galley module share --project ID --all     let all tenants use a project's modules
  galley trash list --project ID --tenant T  show what a tenant has deleted and can get back
  galley tenant export acme --project ID --out acme.zip
                                             write everything a tenant has to a zip file
  galley person erase USER --project ID      replace a user by a pseudonym everywhere
  galley update --check                      ask whether there is a newer version
  galley update --data /var/lib/galley       update the executable and the running server
  galley licenses --full                     print the licenses of the third-party parts

Commands work while a server runs on the same data directory: they go through it.
Settings come from flags, then from GALLEY_* variables. A running server has its documentation at /docs.
`;

/**
 * The command line: every command with its flags. `json`: usage errors are JSON, as are those of commands with
 * `--json`.
 */
export function createProgram(json = false): Command {
  const program = new Command('galley')
    .description('Galley, a self-hosted email template service in one executable.')
    .version(VERSION, '-V, --version', 'print the version number')
    .helpOption('-h, --help', 'print help for galley, or for a command')
    // "audit" and "audit activity" have flags with the same names, so flags belong to the command before them.
    .enablePositionalOptions()
    .addHelpText('after', EXAMPLES);
  // Commands inherit this when they are added.
  if (json) program.configureOutput({ outputError: (text) => printError(toUsageError(text), true) });
  else program.showHelpAfterError(HELP_HINT);
  addServeCommand(program);
  addInitCommand(program);
  addProjectCommands(program);
  addTenantCommands(program);
  addPersonCommands(program);
  addKeyCommands(program);
  addGrantCommands(program);
  addServerKeyCommands(program);
  addAdminCommands(program);
  addAuditCommand(program);
  addAiCommands(program);
  addMcpCommand(program);
  addTeamCommands(program);
  addTokenKeyCommands(program);
  addCheckCommand(program);
  addBackupCommands(program);
  addRestoreCommand(program);
  addMigrateToCommand(program);
  addDoctorCommand(program);
  addHealthCommand(program);
  addMediaCommands(program);
  addModuleCommands(program);
  addTrashCommands(program);
  addUpdateCommand(program);
  addVersionCommand(program);
  addLicensesCommand(program);
  return program;
}

const HELP_HINT =
  '(galley --help lists the commands; options come after the command, where --help lists them)';

/** Converts an error of commander, which has several lines if it contains a suggestion. */
function toUsageError(text: string): DomainError {
  const message = text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ');
  return new DomainError('validation_failed', message);
}

/** Flags of the program itself, which do not select `serve`. */
const PROGRAM_FLAGS = new Set(['-h', '--help', '-V', '--version']);

/**
 * Runs the command that the arguments name. `galley --port 80` means `galley serve --port 80`; commander's default
 * command is not used, because it would take a mistyped command for an argument of `serve`.
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  const program = createProgram(args.includes('--json'));
  const [first] = args;
  const isServe = first === undefined || (first.startsWith('-') && !PROGRAM_FLAGS.has(first));
  const names = ['help', ...program.commands.map((command) => command.name())];
  // For the help of an unknown command, commander would print the help of the program.
  const asked = first === 'help' && args.length > 1 ? args[1] : first;
  const isUnknown = asked !== undefined && !asked.startsWith('-') && !names.includes(asked);
  const wanted = isServe ? ['serve', ...args] : isUnknown ? [asked] : [...args];
  await program.parseAsync(wanted, { from: 'user' });
}
