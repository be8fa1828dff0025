import { fillPath, listFields } from '../../sdk/encode.ts';
import {
  ACCOUNT_OPERATIONS,
  type AccountOperations,
  ADMIN_OPERATIONS,
  type AdminOperations,
  PEOPLE_OPERATIONS,
  type PeopleOperations,
  PROJECT_OPERATIONS,
  type ProjectOperations,
  TENANT_OPERATIONS,
  type TenantOperations,
} from '../../sdk/operations.generated.ts';
import { type OperationRequest, readOperations, type Scoped } from '../../sdk/operations.ts';

/** A tenant, for operations on it. */
export interface TenantRef {
  project_id: string;
  tenant: string;
}

type Operations = AccountOperations &
  AdminOperations &
  Scoped<ProjectOperations, { project_id: string }> &
  Scoped<TenantOperations & PeopleOperations, TenantRef>;

/** The operations that pages call. */
export type Name = keyof Operations;

/** The arguments of an operation: its input, which may be optional. */
export type Arguments<N extends Name> = Operations[N] extends (...input: infer Input) => unknown
  ? Input
  : never;
export type Input<N extends Name> = NonNullable<Arguments<N>[0]>;
export type Output<N extends Name> = Operations[N] extends (...input: never) => infer Answer
  ? Awaited<Answer>
  : never;

type Listed<Answer> = Answer extends readonly (infer Item)[]
  ? Item
  : Answer extends { items: readonly (infer Item)[] }
    ? Item
    : never;

/** An entry of a list. */
export type Item<N extends Name> = Listed<Output<N>>;

const REQUESTS = new Map([
  ...readOperations(ACCOUNT_OPERATIONS),
  ...readOperations(ADMIN_OPERATIONS, 'admin/'),
  ...readOperations(PROJECT_OPERATIONS, 'admin/projects/:project_id/'),
  ...readOperations(
    { ...TENANT_OPERATIONS, ...PEOPLE_OPERATIONS },
    'admin/projects/:project_id/tenants/:tenant/',
  ),
]);

export const requestOf = (name: Name) => REQUESTS.get(name) as OperationRequest;

/** The path of an operation below `/api/v1/`, and the fields of its input that are not in it. */
export function locate(name: Name, input: object = {}) {
  const fields = new Map(listFields(input));
  return { path: fillPath(requestOf(name).path, fields), fields };
}

/** The key of all queries at the path of an operation, and below it. */
export const pathKey = <N extends Name>(name: N, ...[input]: Arguments<N>): string[] =>
  locate(name, input as object).path.split('/');
