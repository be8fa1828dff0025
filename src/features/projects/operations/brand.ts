import { Type } from '@sinclair/typebox';
import { adminAction, type DomainEvent } from '../../../platform/events.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ofProject } from '../access.ts';
import { Brand, BrandChange, checkBrand, mergeBrands, parseBrand, storeBrand } from '../brand.ts';
import { projectChanged, tenantChanged } from '../events.ts';
import { requireProject } from '../project.ts';
import { updateProjectBrand } from '../queries.ts';
import { requireTenant } from '../tenant.ts';
import { updateTenantSettings } from '../tenant-queries.ts';

const BrandOwner = {
  project_id: Type.String(),
  tenant: Type.Optional(Type.String({ description: 'For the brand of this tenant.' })),
};
interface BrandOwner {
  project_id: string;
  tenant?: string;
}

const StoredBrand = Type.Object({
  ...BrandOwner,
  brand: Brand,
  effective: Type.Optional(
    Type.Composite([Brand], {
      description: 'For a tenant: with the fields of its project that it does not set.',
    }),
  ),
});

export const getBrand = defineOperation({
  name: 'getBrand',
  summary: 'The brand of a project or a tenant: colors, font, logo, tone of voice, footer',
  scope: 'admin',
  effect: 'read',
  access: ofProject('viewer'),
  input: Type.Object(BrandOwner),
  output: StoredBrand,
  async run({ deps }, place) {
    return describeBrand(deps.db.reader, place);
  },
});

export const setBrand = defineOperation({
  name: 'setBrand',
  summary: 'Change the brand of a project or a tenant, or remove fields or all of it',
  scope: 'admin',
  effect: 'admin',
  access: ofProject('admin'),
  input: Type.Object({
    ...BrandOwner,
    brand: nullable(BrandChange, 'null removes the whole brand.'),
  }),
  output: StoredBrand,
  async run({ deps, scope, emit }, { brand: change, ...place }) {
    const changed = await deps.db.transaction(async (db) => {
      const { brand: before } = await describeBrand(db, place);
      const next = change === null ? {} : checkBrand(mergeBrand(before, change), change);
      await updateBrand(db, place, next);
      const subject = change === null ? 'all fields removed' : Object.keys(change).join(', ');
      const action = place.tenant === undefined ? 'project.brand_set' : 'tenant.brand_set';
      const { project_id: projectId, ...tenant } = place;
      await deps.events.emitInTransaction(adminAction({ action, projectId, ...tenant, subject }), scope, db);
      return describeBrand(db, place);
    });
    emit(toChange(place));
    return changed;
  },
});

async function describeBrand(db: Connection, owner: BrandOwner) {
  const { project_id, tenant } = owner;
  if (tenant === undefined)
    return { project_id, brand: parseBrand((await requireProject(db, project_id)).brand) };
  const rows = await requireTenant(db, project_id, tenant);
  const brand = parseBrand(rows.tenant.brand);
  return { project_id, tenant, brand, effective: mergeBrands(parseBrand(rows.project.brand), brand) };
}

async function updateBrand(db: Connection, { project_id, tenant }: BrandOwner, brand: Brand): Promise<void> {
  if (tenant === undefined) return updateProjectBrand(db, project_id, storeBrand(brand));
  const rows = await requireTenant(db, project_id, tenant);
  await updateTenantSettings(db, rows.tenant.id, { brand: storeBrand(brand) });
}

function toChange({ project_id, tenant }: BrandOwner): DomainEvent {
  return tenant === undefined ? projectChanged(project_id) : tenantChanged(project_id, tenant);
}

/** Colors are merged one by one; every other field is replaced as a whole. */
function mergeBrand(before: Brand, change: BrandChange): object {
  const { colors, ...others } = change;
  const merged = withoutNulls({ ...before, ...others });
  if (colors === undefined) return merged;
  // A value that is not an object is refused by `checkBrand`.
  if (colors === null || typeof colors !== 'object') return withoutNulls({ ...merged, colors });
  const all = withoutNulls({ ...before.colors, ...colors });
  return withoutNulls({ ...merged, colors: Object.keys(all).length === 0 ? null : all });
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
