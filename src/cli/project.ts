import type { Command } from 'commander';
import { deleteProject } from '../features/instance/index.ts';
import {
  createProject,
  listProjects,
  renameProject,
  rotateClientSecret,
  rotateSigningKey,
  setProjectPlan,
  suspendProject,
} from '../features/projects/index.ts';
import { DomainError } from '../platform/errors.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { confirmDeletion } from './confirm-deletion.ts';
import { parseDuration } from './duration.ts';
import { formatFields, formatTable, printResult } from './output.ts';
import { addBrandCommands } from './project-brand.ts';
import { addOriginCommands } from './project-origins.ts';
import type { Flags } from './session.ts';
import { addSuspendCommands } from './suspend.ts';

/** How long an old client secret is still accepted, unless a flag says otherwise. */
const DEFAULT_OVERLAP = '24h';

export function addProjectCommands(program: Command): void {
  const project = program
    .command('project')
    .description('projects: their credentials, plans, brands and origins');
  addBrandCommands(project);
  addOriginCommands(project);
  addCreate(project);
  addList(project);
  addRotateSecret(project);
  addRename(project);
  addRotateSigningKey(project);
  addDelete(project);
  addSuspendCommands(project, 'project', (session, _flags, id, suspended) =>
    session.call(suspendProject, { project_id: id, suspended }),
  );
  addSetPlan(project);
}

function addCreate(project: Command): void {
  addCommonFlags(project.command('create'))
    .description('create a project, and print its credentials once')
    .requiredOption('--name <name>', 'name people read')
    .option('--plan <plan>', 'starter, growth, scale, or a plan of plans.json', 'scale')
    .option('--team <id>', 'team that owns it (default: the first)')
    .action(
      runWithSession(async (session, flags) => {
        const created = await session.call(createProject, {
          name: flags.name,
          plan: flags.plan,
          ...(flags.team === undefined ? {} : { team_id: flags.team }),
        });
        printResult(flags, created, (made) =>
          [
            `Project "${made.name}" is ready. The secrets are shown only this once:`,
            formatFields({
              'project id': made.id,
              plan: made.plan,
              'client id': made.client_id,
              'client secret': made.client_secret,
              'signing key': made.signing_key,
            }),
          ].join('\n'),
        );
      }),
    );
}

function addList(project: Command): void {
  addCommonFlags(project.command('list'))
    .description('list projects')
    .option('--team <id>', 'only of this team')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.team === undefined ? {} : { team_id: flags.team };
        printResult(flags, (await session.call(listProjects, input)).items, (items) =>
          formatTable(
            ['ID', 'NAME', 'PLAN', 'SUSPENDED', 'CLIENT ID'],
            items.map((item) => [item.id, item.name, item.plan, item.suspended ?? '', item.client_id]),
            'There are no projects.',
          ),
        );
      }),
    );
}

function addRotateSecret(project: Command): void {
  addCommonFlags(project.command('rotate-secret'))
    .description('replace the client secret of a project, and print the new one once')
    .argument('<project-id>')
    .option(
      '--overlap <duration>',
      `how long the old secret is still accepted, such as 30m, 24h or 7d (default: ${DEFAULT_OVERLAP})`,
    )
    .option('--now', 'end the old secret at once, for example because it has leaked')
    .action(
      runWithSession(async (session, flags, [projectId]) => {
        const overlap = readOverlap(flags);
        const rotated = await session.call(rotateClientSecret, {
          project_id: projectId,
          overlap_seconds: overlap,
        });
        printResult(flags, rotated, (made) =>
          [
            overlap === 0
              ? 'The old secret is refused from now on. Tokens that were issued with it stay valid for up to 10 minutes.'
              : `The old secret is accepted until ${made.old_secret_expires_at}.\n` +
                'To end it earlier, rotate again with --now. That replaces the new secret too.',
            'The new secret is shown only this once:',
            formatFields({ 'client id': made.client_id, 'client secret': made.client_secret }),
          ].join('\n'),
        );
      }),
    );
}

function addRename(project: Command): void {
  addCommonFlags(project.command('rename'))
    .description('rename a project; names are unique within a team')
    .argument('<project-id>')
    .argument('<name>')
    .action(
      runWithSession(async (session, flags, [projectId, name]) => {
        const renamed = await session.call(renameProject, { project_id: projectId, name });
        printResult(flags, renamed, (now) => `Project ${now.id} is now named "${now.name}".`);
      }),
    );
}

function addRotateSigningKey(project: Command): void {
  addCommonFlags(project.command('rotate-signing-key'))
    .description('replace the signing key of a project at once, and print the new one once')
    .argument('<project-id>')
    .action(
      runWithSession(async (session, flags, [projectId]) => {
        const rotated = await session.call(rotateSigningKey, { project_id: projectId });
        printResult(flags, rotated, (made) =>
          [
            'Signatures made with the old key are refused from now on. The new key is shown only this once:',
            formatFields({ 'signing key': made.signing_key }),
          ].join('\n'),
        );
      }),
    );
}

function addDelete(project: Command): void {
  addCommonFlags(project.command('delete'))
    .description('permanently delete a project with its tenants, templates, media and own API keys')
    .argument('<project-id>')
    .option('--confirm <name>', 'the name of the project, instead of typing it when asked')
    .option('--yes', 'delete without asking for the name')
    .action(
      runWithSession(async (session, flags, [projectId]) => {
        const { items } = await session.call(listProjects, {});
        const name = items.find((item) => item.id === projectId)?.name;
        if (name !== undefined)
          confirmDeletion(flags, {
            name,
            warning: `This deletes "${name}" with all its tenants, templates and media.`,
          });
        const deleted = await session.call(deleteProject, { project_id: projectId });
        printResult(
          flags,
          deleted,
          (gone) =>
            `Project "${gone.name}" is deleted, with ${gone.tenants_deleted} tenants and ${gone.keys_deleted} API keys.`,
        );
      }),
    );
}

function addSetPlan(project: Command): void {
  addCommonFlags(project.command('set-plan'))
    .description('change the plan of a project, at once')
    .argument('<project-id>')
    .argument('<plan>')
    .action(
      runWithSession(async (session, flags, [projectId, plan]) => {
        const changed = await session.call(setProjectPlan, { project_id: projectId, plan });
        printResult(flags, changed, (now) => `Project ${now.project_id} is on the plan ${now.plan}.`);
      }),
    );
}

/** Seconds for which the old secret is still accepted. Throws if `--now` and `--overlap` are both given. */
function readOverlap({ now, overlap }: Flags): number {
  if (now !== true) return parseDuration('--overlap', String(overlap ?? DEFAULT_OVERLAP));
  if (overlap === undefined) return 0;
  throw new DomainError(
    'validation_failed',
    '--now and --overlap exclude each other: leave one of them out.',
  );
}
