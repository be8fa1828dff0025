import template from './host-page.html.txt' with { type: 'text' };
import { EDITOR_ENTRY, EDITOR_HASHES } from './published-editor.ts';

/** The host page: what a product's own page does to show an editor. */
export function writeDemoPage(base: string): string {
  return template.replaceAll('%EDITOR%', base + EDITOR_ENTRY).replace('%IMPORT_MAP%', writeImportMap(base));
}

/** Hashes of the modules, so that the browser refuses a changed one. */
function writeImportMap(base: string): string {
  const hashes = Object.entries(EDITOR_HASHES).map(([file, hash]) => [base + file, `sha384-${hash}`]);
  return JSON.stringify({ integrity: Object.fromEntries(hashes) });
}
