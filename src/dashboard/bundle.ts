import { readBundledDashboard } from './bundle.macro.ts' with { type: 'macro' };

/** The dashboard as it is served. */
export const DASHBOARD_FILES = readBundledDashboard();
