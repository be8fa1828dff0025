import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';

/*
 * Containers cannot be started in tests. So the files are compared with what their readers accept: unknown and misplaced fields, missing
 * ones and wrong types are found.
 */

const ROOT = resolve(import.meta.dir, '../..');
const PACKAGING = join(ROOT, 'packaging');

/** A folder of the project, because types are looked for above it. */
const scratch = mkdtempSync(join(ROOT, 'node_modules/.galley-schemas-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const parse = (file: string): unknown => Bun.YAML.parse(readFileSync(join(PACKAGING, file), 'utf8'));

describe('the schema of compose files accepts', () => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dir, '../fixtures/compose/compose-spec.json'), 'utf8'),
  );
  // It names its version of JSON Schema by another address than the validator does.
  delete schema.$schema;
  const accept = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
  const faultsOf = (value: unknown) =>
    accept(value) ? [] : accept.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`);

  test.each(['compose.yaml', 'compose.caddy.yaml', 'compose.servers.yaml'])('%s', (file) => {
    expect(faultsOf(parse(file))).toEqual([]);
  });

  test('no unknown field and no wrong value', () => {
    const service = (fields: object) => faultsOf({ services: { one: { image: 'galley', ...fields } } });
    expect(service({ read_onyl: true })).not.toEqual([]);
    expect(service({ depends_on: { two: { condition: 'healthy' } } })).not.toEqual([]);
  });
});

/** Types of the kinds that the files have. */
const KINDS: Readonly<Record<string, string>> = {
  Service: 'core/v1',
  StatefulSet: 'apps/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
};

/** Faults of these objects by the types of the API of Kubernetes. */
function checkKinds(objects: readonly { kind: string; apiVersion: string }[]): string[] {
  const lines = objects.map(({ kind }, number) => {
    const value = JSON.stringify(objects[number], null, 2);
    return `export const o${number}: import('kubernetes-types/${KINDS[kind]}').${kind} = ${value};`;
  });
  const file = join(scratch, 'objects.ts');
  writeFileSync(file, lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--types', ''];
  const { stdout } = Bun.spawnSync(['bunx', 'tsc', ...options, '--ignoreConfig', file], { cwd: scratch });
  return stdout.toString().split('\n').filter(Boolean);
}

test('the types of Kubernetes accept both manifests, and no unknown field', () => {
  const files = ['kubernetes.yaml', 'kubernetes.servers.yaml'];
  const objects = files.flatMap((file) => parse(file) as { kind: string; apiVersion: string }[]);
  for (const { kind, apiVersion } of objects)
    expect(`core/${apiVersion}`).toEndWith(KINDS[kind] ?? 'unknown');
  // An object that is wrong, because a check that finds nothing might not have looked.
  const wrong = { kind: 'Service', apiVersion: 'v1', spec: { ports: [{ port: 80, targetPorts: 'http' }] } };
  const faults = checkKinds([...objects, wrong]);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain('targetPorts"\' does not exist in type');
}, 60_000);
