import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { createApiKey, listApiKeys, regenerateApiKey, revokeApiKey } from '../features/access/index.ts';
import { listProjects, listTenants } from '../features/projects/index.ts';
import { describeConfigurations } from '../platform/agents/agent-configurations.ts';
import { addCommonFlags, collect, runWithSession } from './command.ts';
import { formatTable, printResult } from './output.ts';
import type { Session } from './session.ts';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of AI agents for the tool server');
  addCreate(key);
  addList(key);
  addRevoke(key);
  addRegenerate(key);
}

function addCreate(key: Command): void {
  addCommonFlags(key.command('create'))
    .description('create an API key, and print it once with configurations for agents; a team can have 10')
    .requiredOption('--name <name>', 'name of the key, shown in the audit')
    .option('--expires <date>', 'last day on which it is valid (UTC), such as 2027-12-31 (default: no end)')
    .option('--project <id>', 'project it may access; repeat for several (default: all of the team)', collect)
    .option('--mode <mode>', 'what it may do: read, comment, propose or write (default: write)')
    .option(
      '--tenant <tenant>',
      'tenant it may access; repeat for several (default: all of its projects)',
      collect,
    )
    .option('--template <id>', 'the only template it may access; needs --project and --tenant')
    .option('--tool <name>', 'the only tool it may call; repeat for several (default: all)', collect)
    .option('--team <id>', 'team that owns it (default: the first)')
    .action(
      runWithSession(async (session, flags) => {
        const created = await session.call(createApiKey, {
          name: flags.name,
          ...(flags.expires === undefined ? {} : { expires_at: flags.expires }),
          ...(flags.project === undefined ? {} : { project_ids: flags.project }),
          ...(flags.mode === undefined ? {} : { mode: flags.mode }),
          ...(flags.tenant === undefined ? {} : { tenants: flags.tenant }),
          ...(flags.template === undefined ? {} : { template_id: flags.template }),
          ...(flags.tool === undefined ? {} : { tools: flags.tool }),
          ...(flags.team === undefined ? {} : { team_id: flags.team }),
        });
        const example = flags.json === true ? undefined : await findExampleTenant(session, created);
        printResult(flags, created, (made) => describeKey(made, example));
      }),
    );
}

function addList(key: Command): void {
  addCommonFlags(key.command('list'))
    .description('list API keys, without their values')
    .option('--team <id>', 'only of this team')
    .action(
      runWithSession(async (session, flags) => {
        const input = flags.team === undefined ? {} : { team_id: flags.team };
        printResult(flags, (await session.call(listApiKeys, input)).items, (items) =>
          formatTable(
            ['ID', 'NAME', 'KEY', 'PROJECTS', 'MODE', 'ONLY', 'EXPIRES', 'LAST USED'],
            items.map((item) => [
              item.id,
              item.name,
              `${item.prefix}…`,
              item.project_ids?.join(' ') ?? 'all',
              item.mode,
              [...(item.tenants ?? []), item.template_id ?? [], ...(item.tools ?? [])].flat().join(' '),
              item.expires_at ?? 'never',
              item.last_used_at ?? 'never',
            ]),
            'There are no API keys.',
          ),
        );
      }),
    );
}

function addRevoke(key: Command): void {
  addCommonFlags(key.command('revoke'))
    .description('revoke an API key permanently')
    .argument('<key-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const revoked = await session.call(revokeApiKey, { id });
        printResult(flags, revoked, (gone) => `API key ${gone.id} is revoked.`);
      }),
    );
}

function addRegenerate(key: Command): void {
  addCommonFlags(key.command('regenerate'))
    .description('replace the value of an API key; the old value stops working at once')
    .argument('<key-id>')
    .action(
      runWithSession(async (session, flags, [id]) => {
        const made = await session.call(regenerateApiKey, { id });
        const example = flags.json === true ? undefined : await findExampleTenant(session, made);
        printResult(flags, made, (fresh) => describeKey(fresh, example));
      }),
    );
}

type CreatedKey = Static<(typeof createApiKey)['output']>;

/** The project and tenant in the printed configurations. */
interface ExampleTenant {
  projectId: string;
  tenant: string;
  /** The key also gives access to others. */
  isExample: boolean;
}

async function findExampleTenant(session: Session, key: CreatedKey): Promise<ExampleTenant | undefined> {
  const { items } = await session.call(listProjects, { team_id: key.team_id });
  const projectIds = key.project_ids ?? items.map((project) => project.id);
  const [projectId] = projectIds;
  if (projectId === undefined) return undefined;
  const { items: all } = await session.call(listTenants, { project_id: projectId });
  const tenants = key.tenants ?? all.map((one) => one.tenant);
  const [tenant] = tenants;
  const isExample = projectIds.length > 1 || tenants.length > 1;
  return { projectId, tenant: tenant ?? 'TENANT', isExample: isExample || tenant === undefined };
}

function describeKey(key: CreatedKey, example: ExampleTenant | undefined): string {
  const head = `API key "${key.name}", shown only this once:\n  ${key.api_key}`;
  if (example === undefined) return `${head}\nCreate a project for it with "galley project create".`;
  const { projectId, tenant } = example;
  const configurations = describeConfigurations({
    mcpUrl: key.mcp_url,
    apiKey: key.api_key,
    projectId,
    tenant,
  });
  const hint = example.isExample
    ? ' For another tenant, change X-Project-Id and X-Tenant; "galley project list" and "galley tenant list" show the values.'
    : '';
  return `${head}\n\nConfigurations of agents for tenant "${tenant}" of project ${projectId}.${hint}\n\n${configurations}`;
}
