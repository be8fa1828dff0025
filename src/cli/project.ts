import type { Command } from 'commander';
import {
  createProject,
  listProjects,
  rotateClientSecret,
  setProjectPlan,
} from '../features/projects/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { parseDuration } from './duration.ts';
import { formatFields, formatTable, printResult } from './output.ts';
import { addBrandCommands } from './project-brand.ts';
import { addOriginCommands } from './project-origins.ts';

export function addProjectCommands(program: Command): void {
  const project = program
    .command('project')
    .description('projects: their credentials, plans, brands and origins');
  addBrandCommands(project);
  addOriginCommands(project);

  addCommonFlags(project.command('create'))
    .description('create a project; prints its credentials once')
    .requiredOption('--name <name>', 'name people read')
    .option('--plan <plan>', 'starter, growth, scale or one of your own', 'scale')
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
            `Project "${made.name}" is ready. The secrets are shown this once:`,
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

  addCommonFlags(project.command('list'))
    .description('list projects')
    .option('--team <id>', 'of this team only')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.team === undefined ? {} : { team_id: flags.team };
        printResult(flags, (await session.call(listProjects, input)).items, (items) =>
          formatTable(
            ['ID', 'NAME', 'PLAN', 'CLIENT ID'],
            items.map((item) => [item.id, item.name, item.plan, item.client_id]),
            'There are no projects.',
          ),
        );
      }),
    );

  addCommonFlags(project.command('rotate-secret'))
    .description('give a project a new client secret; prints it once')
    .argument('<project-id>')
    .option(
      '--overlap <duration>',
      'how long the old secret is still accepted: 30m, 24h, 7d; 0 ends it at once',
      '24h',
    )
    .action(
      runWithSession(async (session, flags, [projectId]) => {
        const rotated = await session.call(rotateClientSecret, {
          project_id: projectId,
          overlap_seconds: parseDuration('--overlap', String(flags.overlap)),
        });
        printResult(flags, rotated, (made) =>
          [
            `The old secret is accepted until ${made.old_secret_expires_at}. The new one is shown this once:`,
            formatFields({ 'client id': made.client_id, 'client secret': made.client_secret }),
          ].join('\n'),
        );
      }),
    );

  addCommonFlags(project.command('set-plan'))
    .description('put a project on another plan, at once')
    .argument('<project-id>')
    .argument('<plan>')
    .action(
      runWithSession(async (session, flags, [projectId, plan]) => {
        const changed = await session.call(setProjectPlan, { project_id: projectId, plan });
        printResult(flags, changed, (now) => `Project ${now.project_id} is on the plan ${now.plan}.`);
      }),
    );
}
