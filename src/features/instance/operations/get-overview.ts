import { type Static, Type } from '@sinclair/typebox';
import { DAY_MS, toIsoTime } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { VERSION } from '../../../platform/version.ts';
import { readBackupStatus } from '../../backups/index.ts';
import {
  selectExpiringKeys,
  selectMonthTotals,
  selectOpenProposals,
  selectTotals,
} from '../overview-queries.ts';

const MONTHS = 12;
const KEY_WARNING_DAYS = 14;
const CERTIFICATE_WARNING_DAYS = 14;
const MAX_KEYS = 10;
const MAX_TENANTS = 5;

const count = Type.Integer({ minimum: 0 });

const Attention = Type.Object({
  what: Type.Union(
    [
      ...[
        'no_backup',
        'backup_failing',
        'certificate_failing',
        'certificate_expires',
        'demo_open',
        'cors_open',
      ],
      ...['mail_not_set', 'key_expires', 'proposals_open'],
    ].map((name) => Type.Literal(name)),
  ),
  id: Type.Optional(Type.String({ description: 'Of the key, or of the tenant with its project.' })),
  name: Type.Optional(Type.String({ description: 'Of the key, or of the tenant with proposals.' })),
  project_id: Type.Optional(Type.String({ description: 'Of the proposals.' })),
  tenant: Type.Optional(Type.String({ description: 'Of the proposals.' })),
  count: Type.Optional(Type.Integer({ description: 'How many proposals wait for a decision.' })),
  at: Type.Optional(
    Type.String({ description: 'When the key or the certificate expires; when a backup was verified last.' }),
  ),
});
type Attention = Static<typeof Attention>;

export const getOverview = defineOperation({
  name: 'getOverview',
  summary: 'What is stored, what was used in the last 12 months, and what needs attention',
  scope: 'admin',
  effect: 'read',
  access: 'own teams',
  input: Type.Object({}),
  output: Type.Object({
    version: Type.String(),
    projects: count,
    tenants: count,
    templates: count,
    storage_bytes: Type.Integer({ minimum: 0, description: 'Of media and snapshots.' }),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'In UTC, such as 2026-11.' }),
        exports: count,
        tool_calls: count,
        ai_tokens: count,
      }),
    ),
    attention: Type.Array(Attention, {
      description: 'What concerns the installation is for its operators only.',
    }),
  }),
  async run({ deps, scope: { access } }) {
    const seesAll = access === undefined || access.isOperator;
    const teams = seesAll ? null : [...access.roles.keys()];
    const { storageBytes, ...totals } = await selectTotals(deps.db.reader, teams);
    return {
      version: VERSION,
      ...totals,
      storage_bytes: storageBytes,
      months: await readMonths(deps, teams),
      attention: [
        ...(await findProposals(deps, teams)),
        ...(seesAll ? await findInstanceFaults(deps) : []),
        ...(await findKeys(deps, teams)),
      ],
    };
  },
});

async function readMonths(deps: Deps, teams: readonly string[] | null) {
  const today = new Date(deps.clock.now());
  const current = (today.getUTCFullYear() - 1970) * 12 + today.getUTCMonth();
  const first = current - MONTHS + 1;
  const rows = new Map(
    (await selectMonthTotals(deps.db.reader, teams, first)).map((row) => [row.month, row] as const),
  );
  return Array.from({ length: MONTHS }, (_, index) => {
    const row = rows.get(first + index);
    return {
      month: toIsoTime(Date.UTC(1970, first + index)).slice(0, 7),
      exports: row?.exports ?? 0,
      tool_calls: row?.toolCalls ?? 0,
      ai_tokens: row?.aiTokens ?? 0,
    };
  });
}

async function findInstanceFaults(deps: Deps): Promise<Attention[]> {
  const { exposure } = deps.services.instance;
  const backup = await readBackupStatus(deps);
  const found: Attention[] = [];
  if (backup === undefined) found.push({ what: 'no_backup' });
  if (backup?.status === 'failing')
    found.push({ what: 'backup_failing', ...(backup.last_verified_at && { at: backup.last_verified_at }) });
  found.push(...findCertificateFaults(deps));
  if (exposure.isDemoPublic) found.push({ what: 'demo_open' });
  if (exposure.isCorsOpen) found.push({ what: 'cors_open' });
  if (deps.unavailable.has('test_email')) found.push({ what: 'mail_not_set' });
  return found;
}

function findCertificateFaults({ services: { certificates }, clock }: Deps): Attention[] {
  const expiry = certificates.readExpiry();
  const at = expiry === undefined ? {} : { at: toIsoTime(expiry) };
  if (certificates.renewal?.status().status === 'failing') return [{ what: 'certificate_failing', ...at }];
  const isExpiring = expiry !== undefined && expiry < clock.now() + CERTIFICATE_WARNING_DAYS * DAY_MS;
  // Certificates that the server renews itself may be valid for only a few days.
  return isExpiring && certificates.renewal === undefined ? [{ what: 'certificate_expires', ...at }] : [];
}

async function findProposals(deps: Deps, teams: readonly string[] | null): Promise<Attention[]> {
  const rows = await selectOpenProposals(deps.db.reader, teams, MAX_TENANTS);
  return rows.map(({ projectId, tenant, name, count }) => ({
    ...{ what: 'proposals_open', id: `${projectId}/${tenant}`, project_id: projectId },
    ...{ tenant, name: name ?? tenant, count },
  }));
}

async function findKeys(deps: Deps, teams: readonly string[] | null): Promise<Attention[]> {
  const now = deps.clock.now();
  const span = { now, until: now + KEY_WARNING_DAYS * DAY_MS, limit: MAX_KEYS };
  const rows = await selectExpiringKeys(deps.db.reader, teams, span);
  return rows.map(({ id, name, expiresAt }) => ({ what: 'key_expires', id, name, at: toIsoTime(expiresAt) }));
}
