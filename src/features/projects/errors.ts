import { DomainError, invalidField, notFound } from '../../platform/errors.ts';

export const teamNotFound = () => notFound('Team');
export const projectNotFound = () => notFound('Project');
/** Read by backends, operators and people. Tenants are created only by exchanges of tokens. */
export const tenantNotFound = () =>
  new DomainError(
    'not_found',
    'Tenant not found. A tenant is created with its first token, by its backend (POST /api/v1/server/tenants), or by the operator ("galley tenant create").',
  );

/** Names are compared without case. */
export const projectNameTaken = (name: string) =>
  new DomainError(
    'conflict',
    `The team already has a project called "${name}". Choose another name, or rename that project first.`,
  );

export const originNotFound = () => notFound('Origin');

export const tooManyOrigins = (limit: number) =>
  new DomainError(
    'conflict',
    `The project already has ${limit} origins, the most it can have. https://*.example.com stands for all subdomains.`,
    { facts: { limit } },
  );

/** `known`: names of the existing plans. */
export function unknownPlan(name: string, known: Iterable<string>): DomainError {
  return invalidField('plan', `"${name}" is not a plan; choose one of: ${[...known].join(', ')}.`);
}

/** `what` in the plural, as in "templates". */
export function planLimitReached(what: string, limit: number, plan: string): DomainError {
  return new DomainError(
    'plan_limit_reached',
    `Your current plan (${plan}) allows ${limit} ${what}. Delete some you no longer need, or ask for a larger plan.`,
    { facts: { limit } },
  );
}

export const tenantExists = (slug: string) =>
  new DomainError('conflict', `The project already has a tenant "${slug}".`);

export const deletedTenantNotFound = () =>
  new DomainError('not_found', 'No such tenant is in the trash of the project.');

/** Another tenant has taken the identifier of a tenant in the trash. */
export const identifierTaken = (slug: string) =>
  new DomainError(
    'conflict',
    `The project has another tenant "${slug}" now. Restore the deleted one under another identifier, or delete the present one first.`,
  );

/** A key that is limited to some tenants must not create one of these identifiers in another way. */
export const tenantOutOfReach = () =>
  new DomainError(
    'forbidden',
    'The backend key has no access to tenants with the identifier in "as". Choose the identifier of one of its tenants, or use another key.',
  );

export const otherTeam = () =>
  new DomainError('conflict', 'The projects belong to different teams. A tenant stays within its team.');
