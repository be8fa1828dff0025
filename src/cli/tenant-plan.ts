import type { Static } from '@sinclair/typebox';
import type { Command } from 'commander';
import { getTenantPlan, setTenantPlan } from '../features/projects/index.ts';
import { DomainError, describeBytes } from '../platform/errors.ts';
import { PlanFeatures, PlanLimits } from '../platform/limits/plan.ts';
import { addCommonFlags, collect, PROJECT_FLAG, runWithSession } from './command.ts';
import { formatFields, printResult } from './output.ts';
import type { Flags } from './session.ts';

type TenantPlan = Static<(typeof getTenantPlan)['output']>;
type Part = Record<string, unknown>;

const FEATURES = Object.keys(PlanFeatures.properties);
const LIMITS = Object.keys(PlanLimits.properties);

/** The value that stands for the value of the plan, and for the plan of the project. */
const PLAN = 'plan';
const PROJECT = 'project';

const HELP = `
Features: ${FEATURES.join(', ')}.
Limits: ${LIMITS.join(', ')}.

Examples:
  galley tenant set-plan acme growth --project 01a1…
  galley tenant set-plan acme --project 01a1… --feature collaboration=on --limit max_templates=1000
  galley tenant set-plan acme --project 01a1… --feature collaboration=plan --limit storage_limit_bytes=none
  galley tenant set-plan acme --project 01a1… --limit storage_limit_bytes=100MB
  galley tenant set-plan acme project --project 01a1…
`;

export function addTenantPlanCommands(tenant: Command): void {
  addCommonFlags(tenant.command('plan'))
    .description('show the plan of a tenant, with its features and limits')
    .requiredOption(...PROJECT_FLAG)
    .argument('<tenant>')
    .action(
      runWithSession(async (session, flags, [slug]) => {
        const place = { project_id: flags.project, tenant: slug };
        printResult(flags, await session.call(getTenantPlan, place), describePlan);
      }),
    );

  addCommonFlags(tenant.command('set-plan'))
    .description('give a tenant a plan, features and limits of its own, at once')
    .requiredOption(...PROJECT_FLAG)
    .argument('<tenant>')
    .argument('[plan]', 'name of a plan; "project": that of the project')
    .option('--feature <name=on>', 'on, off, or "plan": as the plan says; repeat for several', collect)
    .option(
      '--limit <name=value>',
      'a number, a size such as 100MB, "none", or "plan"; media_categories as a list: images,documents',
      collect,
    )
    .addHelpText('after', HELP)
    .action(
      runWithSession(async (session, flags, [slug, plan]) => {
        const place = { project_id: flags.project, tenant: slug };
        const features = readPairs(flags, 'feature', FEATURES, readSwitch);
        const limits = readPairs(flags, 'limit', LIMITS, readLimit);
        const changesParts = features.length + limits.length > 0;
        if (plan === undefined && !changesParts) throw nothingToSet();
        const { change } = await session.call(getTenantPlan, place);
        const changed = await session.call(setTenantPlan, {
          ...place,
          ...(plan !== undefined && { plan: plan === PROJECT ? null : plan }),
          ...(changesParts && {
            change: { features: apply(change.features, features), limits: apply(change.limits, limits) },
          }),
        });
        printResult(flags, changed, describePlan);
      }),
    );
}

/** Names with their values; undefined: the value of the plan. */
type Pairs = [name: string, value: unknown][];

function apply(before: Part | undefined, pairs: Pairs): Part {
  const after = Object.entries({ ...before, ...Object.fromEntries(pairs) });
  return Object.fromEntries(after.filter(([, value]) => value !== undefined));
}

function readPairs(
  flags: Flags,
  flag: string,
  names: readonly string[],
  read: (text: string, name: string) => unknown,
): Pairs {
  const given = (flags[flag] ?? []) as string[];
  return given.map((text) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (names.includes(name)) return [name, value === PLAN ? undefined : read(value, name)];
    throw invalid(
      `--${flag} must be a name and a value, such as ${names[0]}=${PLAN}; got "${text}". The names are: ${names.join(', ')}.`,
    );
  });
}

function readSwitch(text: string, name: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw invalid(`--feature ${name} must be on, off or ${PLAN}; got "${text}".`);
}

function readLimit(text: string, name: string): unknown {
  if (text === 'none') return null;
  if (name === 'media_categories') return text.split(',').map((part) => part.trim());
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const isSize = name.endsWith('_bytes');
  const [, amount, unit = ''] = (isSize && /^(\d{1,9}(?:\.\d{1,9})?) ?([kmg])b$/i.exec(text)) || [];
  if (amount !== undefined)
    return Math.round(Number(amount) * 1024 ** (UNITS.indexOf(unit.toLowerCase()) + 1));
  const number = isSize ? 'a whole number of bytes, a size such as 100MB' : 'a whole number';
  throw invalid(`--limit ${name} must be ${number}, none or ${PLAN}; got "${text}".`);
}

/** KB, MB and GB, in powers of 1024. */
const UNITS = 'kmg';

const invalid = (message: string) => new DomainError('validation_failed', message);

const nothingToSet = () =>
  invalid('Nothing to set: name a plan, or use --feature or --limit. --help lists their names.');

function describePlan({ tenant, plan, change, effective }: TenantPlan): string {
  const own = (part: Part | undefined, name: string) => (part && name in part ? ' (own)' : '');
  const show = (name: string, value: unknown) => {
    if (value === null) return 'no limit';
    if (name.endsWith('_bytes')) return `${value} (${describeBytes(Number(value))})`;
    return String(value).replaceAll(',', ', ');
  };
  const features = Object.entries(effective.features).map(([name, isOn]): [string, string] => [
    name,
    `${isOn ? 'on' : 'off'}${own(change.features, name)}`,
  ]);
  const limits = Object.entries(effective.limits).map(([name, value]): [string, string] => [
    name,
    `${show(name, value)}${own(change.limits, name)}`,
  ]);
  return [
    `Tenant "${tenant}" is on the plan ${effective.name}${plan === null ? ', that of its project' : ''}.`,
    formatFields(Object.fromEntries([...features, ...limits])),
  ].join('\n');
}
