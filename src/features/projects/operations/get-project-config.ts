import { Type } from '@sinclair/typebox';
import { findSocketAddress } from '../../../platform/network/server-address.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { readBrand } from '../brand.ts';
import { MEDIA_CATEGORIES } from '../plans.ts';
import { ProjectConfig } from '../schema.ts';
import { warningsOf } from '../usage.ts';
import { selectTenantUsage } from '../usage-queries.ts';
import { completeUsage } from './usage.ts';

const MIB = 1024 * 1024;

export const getProjectConfig = defineOperation({
  name: 'getProjectConfig',
  summary: 'Features, limits, plan, brand, media settings and storage use of the project',
  scope: 'tenant',
  effect: 'read',
  concernsNoTemplate: true,
  input: Type.Object({}),
  output: ProjectConfig,
  async run({ deps, scope }) {
    const { name, limits } = scope.plan;
    const features = { ...scope.plan.features };
    for (const feature of deps.unavailable) features[feature] = false;
    const usage = await selectTenantUsage(scope, deps.db.reader);
    const warnings = warningsOf(await completeUsage(deps, scope, usage));
    return {
      plan: name,
      features,
      limits: {
        max_templates: limits.max_templates,
        max_file_size_mb: limits.max_file_size_bytes / MIB,
        media_categories: limits.media_categories,
        storage_limit_bytes: limits.storage_limit_bytes,
        max_snapshots: limits.max_snapshots,
      },
      template_count: usage.templateCount,
      warnings,
      brand: await readBrand({ deps, scope }),
      media: {
        categories: chooseCategories(limits.media_categories),
        max_file_size: limits.max_file_size_bytes,
        use_media_library: true,
      },
      storage: {
        used_bytes: usage.storedBytes,
        media_bytes: usage.mediaBytes,
        snapshot_bytes: usage.snapshotBytes,
        trash_bytes: usage.trashBytes,
        limit_bytes: limits.storage_limit_bytes,
      },
      // Editor 0.10.4 refuses to create or load a template when this is missing, whatever the plan says.
      websocket: { ...findSocketAddress(deps, scope.requestAddress), app_key: scope.projectId },
    };
  },
});

function chooseCategories(names: readonly string[]) {
  return Object.fromEntries(Object.entries(MEDIA_CATEGORIES).filter(([name]) => names.includes(name)));
}
