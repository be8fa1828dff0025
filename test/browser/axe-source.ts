import { readFileSync } from 'node:fs';

/** The script that makes the global `axe` of a page. Minified: a page compiles it in 50 ms less than `axe.source`. */
export const AXE_SOURCE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
