import { readBundledSdk } from './bundle.macro.ts' with { type: 'macro' };

/** The browser client as it is served: file name → text. */
export const SDK_FILES: Readonly<Record<string, string>> = readBundledSdk();
