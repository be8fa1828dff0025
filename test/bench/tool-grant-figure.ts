import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { whyNoUsage } from './process-usage.ts';
import { compareCost } from './request-cost.ts';
import { initializeData, makeDirectory, removeDirectory, startGalley } from './servers.ts';
import { callToolOnce, planToolCall, seatIn } from './tool-requests.ts';

const TENANT = 'bench';
const TOKEN = `goa_${'a'.repeat(43)}`;

/** Processor time of a small call of a web agent with an OAuth token, compared with one with an API key. */
export const toolGrantFigure: Figure = {
  name: 'tool-grant',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    const first = initializeData(directory);
    const server = await startGalley(directory, first);
    try {
      const [id] = await createTemplates(server, await openTenant(server, TENANT), templateBodies(1, 1000));
      addGrant(directory);
      const args = { template_id: id, if_version: 1 };
      const byKey = planToolCall(seatIn(first, TENANT), 'modern', 'get-template', args);
      const byGrant = ofGrant(byKey, first.project_id);
      await callToolOnce(server, byGrant);
      const compared = await compareCost({ server, request: byGrant }, { server, request: byKey });
      return [
        {
          figure: 'CPU of a small tool call by OAuth, baseline with a key',
          unit: 'µs/request',
          galley: compared.a,
          baseline: compared.b,
          target: { atMost: 1.1 },
          generatorLoad: compared.generatorLoad,
        },
      ];
    } finally {
      await server.stop();
      removeDirectory(directory);
    }
  },
};

/** Lets the agent of an operator write in the tenant, as after the operator's consent. */
function addGrant(directory: string): void {
  const sqlite = new Database(join(directory, 'galley.db'), { strict: true });
  const now = Date.now();
  const later = now + 3_600_000;
  sqlite.transaction(() => {
    sqlite.run(
      `INSERT INTO account_people (id, name, email, email_verified, is_operator, has_authenticator_app, created_at)
        VALUES ('p', 'Ann', 'ann@example.com', 1, 1, 0, ?)`,
      [now],
    );
    sqlite.run(
      `INSERT INTO grants (id, client_id, client_name, person_id, project_id, tenant_id, mode, created_at, expires_at)
        SELECT 'g', 'glc_bench', 'Bench', 'p', project_id, id, 'write', ?, ? FROM tenants WHERE slug = ?`,
      [now, later, TENANT],
    );
    sqlite.run(`INSERT INTO grant_tokens (hash, grant_id, kind, expires_at) VALUES (?, 'g', 'access', ?)`, [
      new Bun.CryptoHasher('sha256').update(TOKEN).digest(),
      later,
    ]);
  })();
  sqlite.close();
}

function ofGrant({ headers, ...request }: PlannedRequest, projectId: string): PlannedRequest {
  const { 'X-Project-Id': _project, 'X-Tenant': _tenant, ...others } = headers as Record<string, string>;
  const path = `/mcp/${projectId}/${TENANT}`;
  return { ...request, path, headers: { ...others, Authorization: `Bearer ${TOKEN}` } };
}
