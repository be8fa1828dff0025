import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeSdkPackage } from '../../scripts/sdk.ts';

// It runs compilers: a guard against hanging, not an expectation.
setDefaultTimeout(60_000);

const root = resolve(import.meta.dir, '../..');
let folder: string;

beforeAll(async () => {
  // Below the repository, so that the types of the published editor are found.
  folder = mkdtempSync(join(root, 'node_modules/.galley-provider-types-'));
  await writeSdkPackage(join(folder, 'node_modules/galley-sdk'));
  cpSync(join(import.meta.dir, 'editor-interface.ts'), join(folder, 'editor-interface.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const USE = `import { type Block, galleyProviders, init as startGalley, type TemplateContent } from 'galley-sdk';
import type { Block as OlderBlock, TemplateContent as OlderContent } from '@templatical/types';
import type { EditorConfig } from './editor-interface.ts';

declare function init<Content, Block>(config: EditorConfig<Content, Block>): Promise<{ load(id: string): Promise<unknown> }>;
interface FutureContent { blocks: { kind: number }[]; page: { size: string } }

export async function mount() {
  const galley = await startGalley({ auth: { url: '/token' }, editor: false });
  const providers = await galleyProviders(galley, { access: 'edit', mergeTags: [{ label: 'Name', value: '{{ name }}' }] });
  const editor = await init<TemplateContent, Block>({ container: '#editor', ...providers });
  await init<TemplateContent, Block>({
    container: '#editor',
    ...providers,
    templates: { ...providers.templates, autoSave: false, onSaved: (template, { trigger }) => console.log(template.id, trigger) },
  });
  const older = await galleyProviders<OlderContent, OlderBlock[]>(galley);
  await init<OlderContent, OlderBlock>({ container: '#editor', ...older });
  const future = await galleyProviders<FutureContent, FutureContent['blocks']>(galley);
  await init<FutureContent, FutureContent['blocks'][number]>({ container: '#editor', ...future });
  // @ts-expect-error contents are those of the editor
  await init<FutureContent, Block>({ container: '#editor', templates: providers.templates });
  // @ts-expect-error there is no such access
  await galleyProviders(galley, { access: 'everything' });
  return editor;
}
`;

test.each([false, true])('fit what the editor takes (exact optional fields: %p)', async (isExact) => {
  await Bun.write(join(folder, 'use.ts'), USE);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, types: [], skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: isExact },
    lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  };
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  const { stdout } = Bun.spawnSync([join(root, 'node_modules/.bin/tsc'), '-p', folder]);
  expect(stdout.toString()).toBe('');
});
