import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Ajv2020 as Ajv } from 'ajv/dist/2020';
import { isDocumented, type Route } from '../../src/http/route.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const TENANT = '/api/v1/projects/{project}/tenants/{tenant}';

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: unknown;
  description?: string;
}

interface Described {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: { properties: object } }> };
  responses: Record<string, { description?: string; $ref?: string }>;
}

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: a document that is yet to be shown to be one
let document: any;
beforeAll(async () => {
  app = await createTestApp();
  document = (await app.request('GET', '/openapi/json')).body;
});
afterAll(() => app.stop());

const toTemplate = (path: string) => path.replace(/:(\w+)/g, '{$1}');

const find = (method: string, path: string): Described => document.paths[path][method.toLowerCase()];

/** The operation with its body in place of a reference. */
function describedOf({ method, path }: Route): Described {
  const { requestBody, ...described } = find(method, toTemplate(path));
  return { ...described, ...(requestBody && { requestBody: resolve(requestBody) }) };
}

function resolve<Part extends object>(part: Part | { $ref: string }): Part {
  if (!('$ref' in part)) return part;
  const [kind, name] = part.$ref.split('/').slice(2) as [string, string];
  return document.components[kind][name];
}

function namesIn(place: string, { parameters }: Described): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function bodyNames({ requestBody }: Described): string[] {
  const body = requestBody && resolve(requestBody);
  return Object.values(body?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties));
}

const operations = () =>
  Object.entries<Record<string, Described>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const documented = () => [...app.routes, ...app.serverRoutes, ...app.adminRoutes].filter(isDocumented);

describe('parameters', () => {
  test('each input field of an operation is in the path, the query, a header or the body', () => {
    for (const route of documented()) {
      const described = describedOf(route);
      const [path, query, body] = [
        namesIn('path', described),
        namesIn('query', described),
        bodyNames(described),
      ];
      const theirs = new Map(Object.entries(route.renamed).map(([outer, inner]) => [inner, outer]));
      const names = Object.keys(route.operation.input.properties)
        .filter(
          (name) =>
            name !== 'project_id' ||
            (route.operation.scope !== 'project' && !route.path.includes(':project')),
        )
        .filter((name) => route.audience === 'pages' || !name.startsWith('user_'))
        .map((name) => theirs.get(name) ?? name);
      for (const name of names.filter((own) => own !== 'expected_version')) {
        const where = `${route.method} ${route.path} ${name}`;
        if (path.includes(name)) continue;
        if (route.method === 'GET') expect(query, where).toContain(name);
        else expect(body, where).toContain(name);
      }
    }
  });

  test.each([
    ['GET', `${TENANT}/templates`, 'query', ['search', 'sort', 'cursor']],
    ['GET', `${TENANT}/templates/{template_id}/diff`, 'query', ['from']],
    ['PUT', `${TENANT}/templates/{template_id}`, 'header', ['If-Match']],
    ['PATCH', `${TENANT}/templates/{template_id}`, 'header', ['If-Match']],
    ['DELETE', `${TENANT}/templates/{template_id}`, 'header', ['If-Match']],
    ['GET', `${TENANT}/templates`, 'path', ['project', 'tenant']],
  ])('%s %s has in the %s: %o', (method, path, place, names) => {
    expect(namesIn(place, find(method, path))).toEqual(expect.arrayContaining(names));
  });

  test('a DELETE takes its fields from the query or the body, and neither is demanded', () => {
    const described = find('DELETE', `${TENANT}/templates/{template_id}/comments/{comment_id}`);
    const inQuery = namesIn('query', described);
    expect(inQuery).toContain('user_signature');
    expect(bodyNames(described)).toEqual(inQuery);
    expect(resolve(described.requestBody as object)).toMatchObject({ required: false });
    for (const { in: place, required, description } of described.parameters) {
      if (place !== 'query') continue;
      expect(required).toBe(false);
      expect(description).toContain('or in the body');
    }
  });
});

describe('the document', () => {
  test('is of OpenAPI 3, and what stands beside it is not in it', () => {
    expect(document.openapi).toMatch(/^3\.\d\.\d$/);
    expect(document.info).toMatchObject({ title: 'Galley', version: expect.any(String) });
    const expected = documented().map(({ method, path }) => `${method.toLowerCase()} ${toTemplate(path)}`);
    expect(
      operations()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(expected.sort());
  });

  test('has for each operation what the standard demands', () => {
    for (const { path, method, operation } of operations()) {
      const where = `${method} ${path}`;
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      expect(namesIn('path', operation).sort(), where).toEqual(inPath.sort());
      const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size, where).toBe(keys.length);
      for (const parameter of operation.parameters.map(resolve)) {
        expect(parameter.schema, where).toBeObject();
        if (parameter.in === 'path') expect(parameter.required, where).toBe(true);
      }
      expect(Object.keys(operation.responses).length, where).toBeGreaterThan(0);
      for (const response of Object.values(operation.responses)) {
        expect(response.description ?? response.$ref, where).toBeString();
      }
    }
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes the backend API by what the same operations have elsewhere', () => {
    const { paths, components } = document;
    const path = '/api/v1/server/tenants/{tenant}/templates';
    expect(paths[path].post.security).toEqual([{ client: [] }, { serverKey: [] }]);
    expect(paths[path].post.requestBody).toEqual(paths[`${TENANT}/templates`].post.requestBody);
    expect(paths[path].post.responses).toEqual(paths[`${TENANT}/templates`].post.responses);
    expect(Object.keys(components.securitySchemes)).toEqual([
      'bearer',
      'client',
      'serverKey',
      'session',
      'adminToken',
    ]);
    const ofServer = Object.entries(paths).filter(([name]) =>
      name.startsWith('/api/v1/server/tenants/{tenant}/'),
    );
    expect(ofServer.length).toBeGreaterThan(40);
    expect(JSON.stringify(ofServer).length).toBeLessThan(0.25 * JSON.stringify(document).length);
  });

  test('demands of answers what they always have, and lets them have more', async () => {
    const tenant = await app.openTenant('acme');
    for (const path of ['/templates', '/media/browse', '/config', '/trash', '/activity', '/proposals']) {
      const operation = find('GET', `${TENANT}${path}`);
      const response = resolve(operation.responses[200] as { content: Record<string, { schema: object }> });
      const schema = response.content['application/json']?.schema;
      expect(JSON.stringify(schema), path).not.toContain('"additionalProperties":false');
      expectRequired(schema, (await tenant.request('GET', path)).body, path);
    }
  });

  test('describes a template in each format that can be asked for', async () => {
    const tenant = await app.openTenant('formats');
    const content = { blocks: [{ type: 'title', content: 'Hello' }] };
    const { id } = (await tenant.request('POST', '/templates', { body: { name: 'Letter', content } })).body
      .data;
    const ajv = new Ajv({ strict: false }).addSchema({ ...document, $id: 'api' });
    const schema = 'api#/components/responses/getTemplate/content/application~1json/schema';
    for (const format of ['full', 'compact', 'blocks', 'outline', 'texts']) {
      const { body } = await tenant.request('GET', `/templates/${id}?format=${format}`);
      expect([format, ajv.validate(schema, body) || ajv.errorsText()]).toEqual([format, true]);
    }
  });

  test('refers to nothing it does not have', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    const kinds = new Set(references.map(([, kind]) => kind));
    expect([...kinds].toSorted()).toEqual(['headers', 'parameters', 'requestBodies', 'responses', 'schemas']);
    for (const [, kind, name] of references) {
      expect(document.components[kind as 'schemas']).toHaveProperty([name as string]);
    }
  });
});

/** Every field that the schema demands is in the value, at every depth of objects. */
// biome-ignore lint/suspicious/noExplicitAny: a schema of the document and an answer
function expectRequired(schema: any, value: any, where: string): void {
  for (const name of schema?.required ?? []) expect(Object.keys(value), where).toContain(name);
  for (const [name, property] of Object.entries(schema?.properties ?? {}))
    if (value?.[name] instanceof Object) expectRequired(property, value[name], `${where} ${name}`);
}
