import type { Command } from 'commander';
import { addProjectOrigin, listProjectOrigins, removeProjectOrigin } from '../features/projects/index.ts';
import { addCommonFlags, runWithSession } from './command.ts';
import { printResult } from './output.ts';

const ORIGIN = 'such as https://app.example.com; https://*.example.com: all subdomains';

/** `galley project origins …`: the web origins whose pages may read answers about a project. */
export function addOriginCommands(project: Command): void {
  const origins = project
    .command('origins')
    .description(
      'web origins whose pages may read answers (CORS); a project without origins uses GALLEY_CORS_ORIGINS',
    );

  addCommonFlags(origins.command('list'))
    .description('list the origins of a project')
    .argument('<project-id>')
    .action(
      runWithSession(async (session, flags, [project_id]) => {
        printResult(flags, await session.call(listProjectOrigins, { project_id }), describe);
      }),
    );

  addCommonFlags(origins.command('add'))
    .description(
      'allow an origin, at once; with the first one, GALLEY_CORS_ORIGINS no longer applies to the project',
    )
    .argument('<project-id>')
    .argument('<origin>', ORIGIN)
    .action(
      runWithSession(async (session, flags, [project_id, origin]) => {
        printResult(flags, await session.call(addProjectOrigin, { project_id, origin }), describe);
      }),
    );

  addCommonFlags(origins.command('remove'))
    .description('remove an origin, at once')
    .argument('<project-id>')
    .argument('<origin>', ORIGIN)
    .action(
      runWithSession(async (session, flags, [project_id, origin]) => {
        printResult(flags, await session.call(removeProjectOrigin, { project_id, origin }), describe);
      }),
    );
}

function describe({ origins }: { origins: string[] }): string {
  if (origins.length > 0) return origins.join('\n');
  return 'The project has no origins of its own: those of GALLEY_CORS_ORIGINS count (default: any).';
}
