import { DomainError, notFound } from '../../platform/errors.ts';

export const jobNotFound = () => notFound('Job');

export const noFileYet = () =>
  new DomainError('conflict', 'There is no file to download yet. Wait until the state of the job is "done".');

export const noFile = () =>
  new DomainError('not_found', 'The file of this job has been deleted. Start a new export.');

export const fileElsewhere = () =>
  new DomainError(
    'unavailable',
    'The file of this job is on another server of the installation. Try again: the other server may answer then.',
    { retryAfterSeconds: 1 },
  );

export const tooManyJobs = (limit: number) =>
  new DomainError(
    'conflict',
    `The project has ${limit} unfinished jobs, the most it can have. Wait until one ends, or cancel one.`,
  );

export const jobEnded = (state: string) =>
  new DomainError('conflict', `The job has ended already: it is ${state}.`);

export const jobCancelled = () => new DomainError('conflict', 'The job was cancelled.');

export const tenantGone = () =>
  new DomainError(
    'conflict',
    'The tenant was deleted while it was exported. The export has ended, and its file is deleted.',
  );

const unreadable = (message: string) => new DomainError('validation_failed', message);

export const notAnExport = () =>
  unreadable('This is not an export of a tenant. Pass a file that "galley tenant export" has written.');

export const damagedExport = (how: string) =>
  unreadable(`The export cannot be used: ${how}. Nothing of it was imported. Export the tenant again.`);

export const newerExport = (version: string) =>
  unreadable(
    `The export was written by Galley ${version}, whose format this server does not know. Update this server first.`,
  );

export const tenantNotEmpty = (tenant: string) =>
  new DomainError(
    'conflict',
    `The tenant "${tenant}" has data already. Import into a tenant that is new or empty: choose another identifier, or erase this tenant first.`,
  );

export const beyondPlan = (what: string, needed: number, limit: number) =>
  new DomainError(
    'plan_limit_reached',
    `The export has ${needed} ${what}, but the plan allows ${limit}. Give the tenant or its project a larger plan first.`,
  );
