import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { defineOperation, type Operation } from '../../../platform/operation.ts';
import type { Effect } from '../../../platform/scope.ts';
import { createTenantScope, requireTenant } from '../../projects/index.ts';
import { deleteFromTrash, emptyTrash, listTrash, restoreFromTrash } from './trash.ts';

const TenantPath = {
  project_id: Type.String({ description: 'The project’s UUID.' }),
  tenant: Type.String({ description: 'The tenant’s identifier.' }),
};

/** Makes an operation of tenants available to operators, who name the tenant. */
function forOperator<Properties extends TProperties, Output extends TSchema>(
  name: string,
  operation: Operation<'tenant', TObject<Properties>, Output>,
  effect: Effect,
) {
  return defineOperation({
    name,
    summary: `${operation.summary}, of a tenant`,
    scope: 'admin',
    effect,
    input: Type.Object({ ...TenantPath, ...operation.input.properties }),
    output: operation.output,
    async run({ deps, scope, emit }, given) {
      const { project_id, tenant: slug, ...input } = given as unknown as Static<TObject<typeof TenantPath>>;
      const { project, tenant } = await requireTenant(deps.db.reader, project_id, slug);
      const place = createTenantScope(deps, project, tenant, { actor: scope.actor, surface: 'cli' });
      return operation.run({ deps, scope: place, emit }, input as Static<TObject<Properties>>);
    },
  });
}

export const listTenantTrash = forOperator('listTenantTrash', listTrash, 'read');
export const restoreTenantTrash = forOperator('restoreTenantTrash', restoreFromTrash, 'admin');
export const deleteTenantTrash = forOperator('deleteTenantTrash', deleteFromTrash, 'admin');
export const emptyTenantTrash = forOperator('emptyTenantTrash', emptyTrash, 'admin');
