import { readFileSync } from 'node:fs';
import { CONTENTS, OPERATIONS, SHAPES } from './body-shapes.ts';
import { openTenant, templateBodies } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { whyNoUsage } from './process-usage.ts';
import { type FirstProject, initializeData, makeDirectory, removeDirectory, startGalley } from './servers.ts';

const MOST_MS = 50;

/** The fastest round counts, because code is compiled in the first one and other processes slow some down. */
const ROUNDS = 3;

/** Additional values for fields with these names. */
const MORE_SHAPES: Readonly<Record<string, typeof SHAPES>> = { content: CONTENTS, operations: OPERATIONS };

/** Gives the template that requests change its first content, because it would grow with each. */
type Reset = () => Promise<void>;

/** Requests to one path, with the fields that their bodies may have. */
interface Target {
  name: string;
  path: string;
  method: string;
  headers: Record<string, string>;
  fields: string[];
  /** A body in which `value` is the field's JSON. */
  toBody(field: string, value: string): string;
}

/**
 * Processor time of the serving thread for one request, until it is answered: the worst of all bodies that fit the limits,
 * by route and tool. Bodies that are accepted include the work of the operation.
 */
export const bodyFigure: Figure = {
  name: 'bodies',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    const first = initializeData(directory);
    const galley = await startGalley(directory, first);
    try {
      const base = `http://127.0.0.1:${galley.port}`;
      const tenant = await openTenant(galley, 'default');
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` };
      const [body = ''] = templateBodies(1, 40_000);
      const created = await fetch(base + tenant.templates, { method: 'POST', headers, body });
      const { data } = (await created.json()) as { data: { id: string } };
      const reset = async () => {
        const path = `${base}${tenant.templates}/${data.id}`;
        await (await fetch(path, { method: 'PUT', headers, body })).arrayBuffer();
      };
      const routes = await listRoutes(base, headers, data.id, first);
      const targets = [...routes, ...(await listTools(base, data.id, first))];
      const outcomes: Outcome[] = [];
      for (const target of targets) outcomes.push(await measureTarget(base, galley.pid, target, reset));
      return outcomes.toSorted((one, other) => other.galley - one.galley);
    } finally {
      await galley.stop();
      removeDirectory(directory);
    }
  },
};

async function measureTarget(base: string, pid: number, target: Target, reset: Reset): Promise<Outcome> {
  let worst = { ms: 0, name: 'none' };
  for (const field of chooseFields(target.fields)) {
    for (const [shape, make] of Object.entries({ ...SHAPES, ...MORE_SHAPES[field] })) {
      const body = target.toBody(field, make());
      let ms = Number.POSITIVE_INFINITY;
      let status = 0;
      // A fast body needs no second round.
      for (let round = 0; round < ROUNDS && ms > worst.ms; round += 1) {
        await reset();
        const before = readThreadMilliseconds(pid);
        const { method, headers } = target;
        const response = await fetch(base + target.path, { method, headers, body });
        await response.arrayBuffer();
        ms = Math.min(ms, readThreadMilliseconds(pid) - before);
        status = response.status;
      }
      if (ms > worst.ms) worst = { ms, name: `${shape} in ${field}, ${status}` };
    }
  }
  const figure = `${target.name}: ${worst.name}`;
  return {
    figure,
    unit: 'ms',
    galley: worst.ms,
    baseline: null,
    target: { atMost: MOST_MS },
    generatorLoad: null,
  };
}

/**
 * Fields with shapes of their own, the first field, and the last one, which no input has. The other fields are checked
 * in the same way.
 */
function chooseFields(fields: readonly string[]): string[] {
  return fields.filter(
    (field, index) => index === 0 || index === fields.length - 1 || MORE_SHAPES[field] || field === 'source',
  );
}

/** Processor time of a process's main thread, which answers requests. */
function readThreadMilliseconds(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Every route that takes JSON, from the OpenAPI document. */
async function listRoutes(
  base: string,
  headers: Record<string, string>,
  templateId: string,
  first: FirstProject,
): Promise<Target[]> {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
  const { paths } = (await (await fetch(`${base}/openapi/json`)).json()) as { paths: Record<string, any> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<Record<string, { content?: Record<string, { schema?: { properties?: object } }> }>>(
      methods,
    )
      .filter(([, { requestBody }]) => requestBody?.content?.['application/json'] !== undefined)
      .map(([method, { requestBody }]) => ({
        name: `${method.toUpperCase()} ${path.replace('/api/v1/projects/{project}/tenants/{tenant}', 'P')}`,
        path: path
          .replace('{project}', first.project_id)
          .replace('{tenant}', 'default')
          .replace('{template_id}', templateId)
          .replaceAll(/\{\w+\}/g, '019a8f00-0000-7000-8000-000000000000'),
        method: method.toUpperCase(),
        headers,
        fields: [
          ...Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {}),
          'unknown',
        ],
        toBody: (field: string, value: string) => `{${JSON.stringify(field)}:${value}}`,
      })),
  );
}

/** Every tool, and messages that call none. */
async function listTools(
  base: string,
  templateId: string,
  { api_key, project_id }: FirstProject,
): Promise<Target[]> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${api_key}`,
    'x-project-id': project_id,
    'x-tenant': 'default',
  };
  const path = '/api/v1/mcp';
  const message = (method: string, params: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
  const listed = await fetch(base + path, { method: 'POST', headers, body: message('tools/list', '{}') });
  const { result } = (await listed.json()) as {
    result: { tools: { name: string; inputSchema: { properties?: object } }[] };
  };
  const common = { path, method: 'POST', headers };
  return [
    {
      ...common,
      name: 'message to the tool server',
      fields: ['params', 'arguments', 'method', 'id'],
      toBody: (field, value) =>
        field === 'params'
          ? message('tools/list', value)
          : field === 'arguments'
            ? message('tools/call', `{"name":"list-templates","arguments":${value}}`)
            : `{"jsonrpc":"2.0","id":1,"method":"ping","${field}":${value}}`,
    },
    ...result.tools.map(({ name, inputSchema }) => ({
      ...common,
      name: `tool ${name}`,
      fields: [...Object.keys(inputSchema.properties ?? {}), 'unknown'],
      toBody: (field: string, value: string) => {
        const id = field === 'template_id' ? '' : `"template_id":"${templateId}",`;
        const takesId = Object.hasOwn(inputSchema.properties ?? {}, 'template_id');
        return message(
          'tools/call',
          `{"name":"${name}","arguments":{${takesId ? id : ''}"${field}":${value}}}`,
        );
      },
    })),
  ];
}
