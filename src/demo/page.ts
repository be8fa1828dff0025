import template from './host-page.html.txt' with { type: 'text' };
import { EDITOR_ENTRY, EDITOR_HASHES } from './published-editor.ts';

/** The host page: what a product's own page does to show an editor. */
export function writeDemoPage(base: string): string {
  return template.replaceAll('%EDITOR%', base + EDITOR_ENTRY).replace('%IMPORT_MAP%', writeImportMap(base));
}

/** What lets the browser refuse a module that is not as it was published. */
function writeImportMap(base: string): string {
  const hashes = Object.entries(EDITOR_HASHES).map(([file, hash]) => [base + file, `sha384-${hash}`]);
  return JSON.stringify({ integrity: Object.fromEntries(hashes) });
}
