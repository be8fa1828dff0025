import template from './host-page.html.txt' with { type: 'text' };
import { EDITOR_BASE, EDITOR_ENTRY, EDITOR_HASHES } from './published-editor.ts';

/** The host page: what a product's own page does to show an editor. */
export function writeDemoPage(): string {
  return template
    .replaceAll('%EDITOR%', EDITOR_BASE + EDITOR_ENTRY)
    .replace('%IMPORT_MAP%', writeImportMap());
}

/** What lets the browser refuse a module that is not as it was published. */
function writeImportMap(): string {
  const hashes = Object.entries(EDITOR_HASHES).map(([file, hash]) => [EDITOR_BASE + file, `sha384-${hash}`]);
  return JSON.stringify({ integrity: Object.fromEntries(hashes) });
}
