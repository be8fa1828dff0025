import { join } from 'node:path';
import type { DashboardFiles } from '../http/dashboard.ts';

/** Builds the dashboard at build time, so that the executable contains it: see `src/sdk/bundle.macro.ts`. */
export function readBundledDashboard(): DashboardFiles {
  const script = join(import.meta.dir, '../../scripts/dashboard.ts');
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, script]);
  if (exitCode !== 0) {
    // The bundler does not show errors of macros.
    process.stderr.write(stderr);
    throw new Error('the dashboard cannot be built');
  }
  return JSON.parse(stdout.toString());
}
