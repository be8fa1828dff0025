import { createTemplates, openTenant, templateBodies, tokenRequest } from './client.ts';
import type { Figure } from './figure.ts';
import type { LoadTime, PlannedRequest } from './load-plan.ts';
import { compareUnderLoad, DEFAULT_LOAD_TIME } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startBaseline,
  startGalley,
} from './servers.ts';

/** Bytes of a realistic newsletter. */
const TEMPLATE_BYTES = 40_000;

/** Templates that are read and changed: one a connection. */
const TEMPLATES = 32;

/** Different bodies that are written; each gets another serial number whenever it is sent. */
const BODIES = 128;

/** Every create stays on the disk, so this one is shorter. */
const CREATE_TIME: LoadTime = { warmUpSeconds: 0.5, seconds: 1.5 };

interface RequestFigure {
  name: string;
  figure: string;
  /** Share of the baseline's requests/s to reach. */
  atLeast: number;
  time?: LoadTime;
  /** Fills the server and says what to send to it. */
  prepare(server: RunningServer): Promise<PlannedRequest[]>;
}

const REQUEST_FIGURES: readonly RequestFigure[] = [
  {
    name: 'get',
    figure: 'GET template, 40 KB',
    atLeast: 0.75,
    async prepare(server) {
      const tenant = await openTenant(server, 'bench');
      const ids = await createTemplates(server, tenant, templateBodies(TEMPLATES, TEMPLATE_BYTES));
      return ids.map((id) => ({ method: 'GET', path: `${tenant.templates}/${id}`, token: tenant.token }));
    },
  },
  {
    name: 'list',
    figure: 'list 25 of 1,000',
    atLeast: 0.6,
    async prepare(server) {
      const tenant = await openTenant(server, 'bench');
      await createTemplates(server, tenant, templateBodies(1000, 1000));
      return [{ method: 'GET', path: tenant.templates, token: tenant.token }];
    },
  },
  {
    name: 'token',
    figure: 'token exchange',
    atLeast: 0.5,
    async prepare(server) {
      await openTenant(server, 'bench');
      return [tokenRequest(server, 'bench')];
    },
  },
  {
    name: 'update',
    figure: 'update template, 40 KB',
    atLeast: 0.35,
    async prepare(server) {
      const tenant = await openTenant(server, 'bench');
      const bodies = templateBodies(BODIES, TEMPLATE_BYTES);
      const ids = await createTemplates(server, tenant, bodies.slice(0, TEMPLATES));
      return bodies.map((body, index) => ({
        method: 'PUT',
        path: `${tenant.templates}/${ids[index % TEMPLATES]}`,
        token: tenant.token,
        body,
      }));
    },
  },
  {
    name: 'create',
    figure: 'create template, 40 KB',
    atLeast: 0.5,
    time: CREATE_TIME,
    async prepare(server) {
      const { token, templates } = await openTenant(server, 'bench');
      const bodies = templateBodies(BODIES, TEMPLATE_BYTES);
      return bodies.map((body) => ({ method: 'POST', path: templates, token, body }));
    },
  },
];

/** Galley and the baseline answer the same requests, each figure on fresh data. */
export const requestFigures: readonly Figure[] = REQUEST_FIGURES.map((figure) => ({
  name: figure.name,
  async measure() {
    const directory = makeDirectory();
    const servers: RunningServer[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const baseline = await startBaseline(directory);
      servers.push(baseline);
      const compared = await compareUnderLoad(
        { port: galley.port, requests: await figure.prepare(galley) },
        { port: baseline.port, requests: await figure.prepare(baseline) },
        figure.time ?? DEFAULT_LOAD_TIME,
      );
      const { figure: title, atLeast } = figure;
      return [
        {
          figure: title,
          unit: 'requests/s',
          galley: compared.a,
          baseline: compared.b,
          target: { atLeast },
          generatorLoad: compared.generatorLoad,
        },
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
}));
