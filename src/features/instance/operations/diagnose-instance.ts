import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { checkBaseUrl } from '../diagnosis/base-url.ts';
import { checkDatabase, checkDisk, checkPermissions } from '../diagnosis/data-directory.ts';
import { CheckResult, reasonOf, resultsOf } from '../diagnosis/result.ts';
import { checkServers } from '../diagnosis/servers.ts';
import {
  checkBackups,
  checkBus,
  checkFiles,
  checkMail,
  checkModel,
  checkRenewal,
} from '../diagnosis/services.ts';
import { checkSettings } from '../diagnosis/settings.ts';

export const diagnoseInstance = defineOperation({
  name: 'diagnoseInstance',
  summary:
    'Check the settings, data directory, disk, bucket, Redis, other servers, base URL, proxy, mail server, language model and backups of this server',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({
    is_serving: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether this process answers requests; without that, the base URL is not checked.',
      }),
    ),
  }),
  output: Type.Object({
    ok: Type.Boolean({ description: 'There are no faults; there may be warnings.' }),
    checks: Type.Array(CheckResult),
  }),
  async run({ deps }, { is_serving = true }) {
    const checks = (
      await Promise.all([
        attempt('permissions', () => checkPermissions(deps.dataDir)),
        attempt('disk', () => checkDisk(deps.dataDir)),
        attempt('database', () => checkDatabase(deps)),
        attempt('files', () => checkFiles(deps)),
        attempt('redis', () => checkBus(deps)),
        attempt('servers', () => checkServers(deps)),
        attempt('base_url', () => (is_serving ? checkBaseUrl(deps) : notServing(deps))),
        attempt('settings', () => checkSettings(deps)),
        attempt('mail', () => checkMail(deps)),
        attempt('model', () => checkModel(deps)),
        attempt('backups', () => checkBackups(deps)),
        attempt('certificate', () => checkRenewal(deps) ?? []),
      ])
    ).flat();
    return { ok: checks.every(({ status }) => status !== 'fault'), checks };
  },
});

type Found = CheckResult | CheckResult[];

/** A check that fails in an unexpected way is a fault of its own, and does not hide the others. */
async function attempt(name: string, check: () => Found | Promise<Found>): Promise<CheckResult[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    return [resultsOf(name).fault(`It could not be checked (${reasonOf(error)}).`)];
  }
}

const notServing = ({ baseUrl }: Deps) =>
  resultsOf('base_url').warning(
    `No server runs on this data, so ${baseUrl} was not checked. Start it and repeat.`,
  );
