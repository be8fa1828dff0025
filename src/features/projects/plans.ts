import { existsSync } from 'node:fs';
import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { readSettingFile } from '../../platform/files/setting-file.ts';
import { parseInput } from '../../platform/json/input.ts';
import { type Plan, PlanFeatures, PlanLimits } from '../../platform/limits/plan.ts';
import { unknownPlan } from './errors.ts';
import { type ProjectRow, selectProjects } from './queries.ts';
import { selectTenantPlans, type TenantRow } from './tenant-queries.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const ALL_FEATURES = Object.fromEntries(
  Object.keys(PlanFeatures.properties).map((name) => [name, true]),
) as Plan['features'];

const NO_MONTHLY_LIMITS = {
  max_exports_per_month: null,
  max_ai_tokens_per_month: null,
  max_tool_calls_per_month: null,
};

/** The built-in plans. `starter` has no tool server. */
const BUILT_IN_PLANS: readonly Plan[] = [
  {
    name: 'starter',
    features: {
      ...ALL_FEATURES,
      mcp_server: false,
      ai_generation: false,
      commenting: false,
      media_folders: false,
      template_folders: false,
      collaboration: false,
      saved_modules: false,
      white_label: false,
    },
    limits: {
      max_templates: 50,
      storage_limit_bytes: GIB,
      ...NO_MONTHLY_LIMITS,
      max_snapshots: 100,
      max_file_size_bytes: 5 * MIB,
      media_categories: ['images'],
    },
  },
  {
    name: 'growth',
    features: { ...ALL_FEATURES, collaboration: false, white_label: false },
    limits: {
      max_templates: 500,
      storage_limit_bytes: 10 * GIB,
      ...NO_MONTHLY_LIMITS,
      max_snapshots: 200,
      max_file_size_bytes: 10 * MIB,
      media_categories: ['images', 'documents'],
    },
  },
  {
    name: 'scale',
    features: ALL_FEATURES,
    limits: {
      max_templates: null,
      storage_limit_bytes: null,
      ...NO_MONTHLY_LIMITS,
      max_snapshots: 500,
      max_file_size_bytes: 50 * MIB,
      media_categories: ['images', 'documents', 'videos', 'audio'],
    },
  },
];

const partial = <Schema extends TObject>(schema: Schema) =>
  Type.Partial(schema, { additionalProperties: false });

/** Features and limits that differ from a plan. */
export const PlanChange = Type.Object(
  {
    features: Type.Optional(partial(PlanFeatures)),
    limits: Type.Optional(partial(PlanLimits)),
  },
  { additionalProperties: false },
);
export type PlanChange = Static<typeof PlanChange>;

/**
 * The operator's plans file: for each plan name the differences from the plan that it `extends`, or from the built-in
 * plan of its name.
 */
const PlansFile = Type.Record(
  Type.String({ pattern: '^.{1,64}$' }),
  Type.Object(
    { extends: Type.Optional(Type.String()), ...PlanChange.properties },
    { additionalProperties: false },
  ),
  { additionalProperties: false },
);

/**
 * The plans by name: the built-in ones, changed and extended by the operator's file if it exists.
 * Throws `validation_failed` with file and field if the file is invalid.
 */
export function loadPlans(file: string, { mustExist = false } = {}): ReadonlyMap<string, Plan> {
  const plans = new Map(BUILT_IN_PLANS.map((plan) => [plan.name, plan]));
  if (!mustExist && !existsSync(file)) return plans;
  for (const [name, change] of Object.entries(readPlansFile(file))) {
    const base = plans.get(change.extends ?? name);
    if (base === undefined) {
      throw unusableFile(
        file,
        `plan "${name}" ${change.extends === undefined ? 'is new, so it needs "extends"' : `extends "${change.extends}", which does not exist`}; known plans: ${[...plans.keys()].join(', ')}`,
      );
    }
    plans.set(name, { ...changePlan(base, change), name });
  }
  return plans;
}

function changePlan({ name, features, limits }: Plan, change: PlanChange): Plan {
  return {
    name,
    features: { ...features, ...change.features },
    limits: { ...limits, ...change.limits },
  };
}

/** Throws `validation_failed` for a plan that is not defined. */
export function requirePlan({ plans }: Deps, name: string): void {
  if (!plans.has(name)) throw unknownPlan(name, plans.keys());
}

/**
 * The plan of a tenant: its own, or that of its project, with the tenant's own features and limits. Throws if the plan is
 * not defined, which `requireKnownPlans` refuses at a start.
 */
export function planOfTenant(deps: Deps, project: ProjectRow, tenant: TenantRow): Plan {
  const name = tenant.plan ?? project.plan;
  const plan = deps.plans.get(name);
  if (plan === undefined) throw new Error(`project ${project.id} is on the plan ${name}, which is gone`);
  return changePlan(plan, parsePlanChange(tenant.planChange));
}

/** Parses a stored change of a plan: JSON that was validated when it was set, or null. */
export function parsePlanChange(stored: string | null): PlanChange {
  return stored === null ? {} : (JSON.parse(stored) as PlanChange);
}

function readPlansFile(file: string): Static<typeof PlansFile> {
  const text = readSettingFile('GALLEY_PLANS_FILE', file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw unusableFile(file, (error as Error).message);
  }
  try {
    return parseInput(PlansFile, json);
  } catch (error) {
    throw unusableFile(file, (error as Error).message);
  }
}

function unusableFile(file: string, reason: string): DomainError {
  return new DomainError('validation_failed', `The plans file ${file} cannot be used: ${reason}`);
}

/** Throws `conflict` if a project or a tenant is on a plan that is not defined. */
export async function requireKnownPlans(deps: Deps): Promise<void> {
  const projects = await selectProjects(deps.db.reader, undefined);
  const used = [
    ...projects.map(({ id, plan }) => ({ plan, user: `Project ${id}` })),
    ...(await selectTenantPlans(deps.db.reader)).map(({ plan, projectId }) => ({
      plan,
      user: `A tenant of project ${projectId}`,
    })),
  ];
  const lost = used.find(({ plan }) => !deps.plans.has(plan));
  if (lost === undefined) return;
  throw new DomainError(
    'conflict',
    `${lost.user} is on the plan "${lost.plan}", which is not defined. Add it to the plans file again, or define it there with "extends".`,
  );
}

/** File types by category, for the editor's file dialog. */
export const MEDIA_CATEGORIES: Readonly<Record<string, { mime_types: string[]; extensions: string[] }>> = {
  images: {
    mime_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'],
    extensions: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  },
  documents: { mime_types: ['application/pdf'], extensions: ['pdf'] },
  videos: { mime_types: ['video/mp4', 'video/webm'], extensions: ['mp4', 'webm'] },
  audio: { mime_types: ['audio/mpeg', 'audio/ogg', 'audio/wav'], extensions: ['mp3', 'ogg', 'wav'] },
};
