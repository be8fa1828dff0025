import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const root = join(import.meta.dir, '../..');

/** Code, in which nothing is a link, or the target of a link. */
const CODE_OR_LINK = /^```[\s\S]*?^```$|`[^`\n]*`|\]\(([^)\s#]+)(#[^)\s]*)?\)/gm;

/**
 * Reads the documentation at build time: README.md and every file that can be reached from there by relative links, by name
 * below `/docs`. The links in it name files in the same way. Returns JSON, compressed, as base64: a macro inserts
 * literals only, and they should be small. Pictures are in base64.
 */
export function packDocs(): string {
  const files: Record<string, string> = {};
  const add = (path: string): void => {
    const name = nameOf(path);
    const bytes = readFileSync(join(root, path));
    if (files[name] !== undefined) return;
    files[name] = '';
    files[name] = path.endsWith('.png') ? bytes.toString('base64') : bytes.toString();
    if (!path.endsWith('.md')) return;
    files[name] = files[name].replace(CODE_OR_LINK, (whole, target?: string, anchor = '') => {
      if (target === undefined || /^[a-z]+:/.test(target)) return whole;
      const linked = relative(root, join(root, path, '..', target));
      if (!existsSync(join(root, linked)))
        throw new Error(`${path} links to ${target}, which does not exist`);
      add(linked);
      return `](${nameOf(linked)}${anchor})`;
    });
  };
  add('README.md');
  return brotliCompressSync(JSON.stringify(files)).toString('base64');
}

/** `docs/rest.md` → `rest.md`, `src/sdk/README.md` → `sdk.md`, `README.md` → `index.md` */
function nameOf(path: string): string {
  if (path === 'README.md') return 'index.md';
  return path.replace(/\/README\.md$/, '.md').replace(/^.*\//, '');
}
