import { Type } from '@sinclair/typebox';
import { adminAction } from '../../../platform/events.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { Brand, BrandChange, checkBrand, parseBrand } from '../brand.ts';
import { projectChanged } from '../events.ts';
import { requireProject } from '../project.ts';
import { updateProjectBrand } from '../queries.ts';

const ProjectBrand = Type.Object({ project_id: Type.String(), brand: Brand });

export const getBrand = defineOperation({
  name: 'getBrand',
  summary: 'The brand of a project: colors, font, logo, tone of voice, footer',
  scope: 'admin',
  input: Type.Object({ project_id: Type.String() }),
  output: ProjectBrand,
  async run({ deps }, { project_id }) {
    const project = await requireProject(deps.db.reader, project_id);
    return { project_id, brand: parseBrand(project.brand) };
  },
});

export const setBrand = defineOperation({
  name: 'setBrand',
  summary: 'Change the brand of a project, or remove fields or all of it',
  scope: 'admin',
  input: Type.Object({
    project_id: Type.String(),
    brand: Type.Union([BrandChange, Type.Null()], { description: 'null removes the whole brand.' }),
  }),
  output: ProjectBrand,
  async run({ deps, scope, emit }, { project_id, brand: change }) {
    const brand = await deps.db.transaction(async (db) => {
      const project = await requireProject(db, project_id);
      const next = change === null ? {} : checkBrand(mergeBrand(parseBrand(project.brand), change), change);
      await updateProjectBrand(db, project_id, isEmpty(next) ? null : JSON.stringify(next));
      const subject = change === null ? 'all fields removed' : Object.keys(change).join(', ');
      const action = adminAction({ action: 'project.brand_set', projectId: project_id, subject });
      await deps.events.emitInTransaction(action, scope, db);
      return next;
    });
    emit(projectChanged(project_id));
    return { project_id, brand };
  },
});

/** Colors are merged one by one; every other field is replaced as a whole. */
function mergeBrand(before: Brand, change: BrandChange): object {
  const { colors, ...others } = change;
  const merged = withoutNulls({ ...before, ...others });
  if (colors === undefined) return merged;
  // A value that is not an object is refused by `checkBrand`.
  if (colors === null || typeof colors !== 'object') return withoutNulls({ ...merged, colors });
  const all = withoutNulls({ ...before.colors, ...colors });
  return withoutNulls({ ...merged, colors: isEmpty(all) ? null : all });
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
