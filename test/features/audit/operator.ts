import { FEATURES } from '../../../src/features.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import { adminScope, type TestApp } from '../../support/test-app.ts';

/** What operators can do. */
export const OPERATIONS = FEATURES.flatMap(({ commands = [], routes = [] }) => [
  ...commands,
  ...routes.map(({ operation }) => operation).filter(({ scope }) => scope === 'admin'),
]);
const named = (name: string) => OPERATIONS.find((operation) => operation.name === name) as AnyOperation;
/** As an operator. */
export const run = (app: TestApp, name: string, input: object) =>
  perform(named(name), app.deps, adminScope, input);
export const createProject = async (app: TestApp, name: string) =>
  (await run(app, 'createProject', { name })).id;
export const createKey = async (app: TestApp, name: string) => (await run(app, 'createApiKey', { name })).id;

/** Operations by name: prepares the input of one, and says what the audit holds of it then. */
export type Changes = Record<string, (app: TestApp) => Promise<[input: object, expected: object]>>;
