import type { EditorAdapter } from './editor.ts';
import { SdkError, toSdkError } from './error.ts';

/** The part of `@templatical/editor` that is needed: `import * as module from '@templatical/editor'`. */
export interface PublishedEditor<Mounted = PublishedEditorInstance> {
  initCloud(config: Record<string, unknown>): Promise<Mounted>;
}

/** What `@templatical/editor` gives to the page; its own types say more. */
export interface PublishedEditorInstance {
  create(content?: unknown): Promise<{ id: string; content: unknown }>;
  load(templateId: string): Promise<{ id: string; content: unknown }>;
  save(): Promise<unknown>;
  getContent(): unknown;
  setContent(content: unknown): void;
  unmount(): void;
}

/** Where a page that loads the editor by a script tag has it. */
const GLOBALS = ['Templatical', 'TemplaticalEditor', 'templatical'];

export function isPublishedEditor(value: unknown): value is PublishedEditor {
  return typeof (value as PublishedEditor | undefined)?.initCloud === 'function';
}

/** The published editor the page has as a global. */
export function findPublishedEditor(): PublishedEditor | undefined {
  const page = globalThis as unknown as Record<string, unknown>;
  return GLOBALS.map((name) => page[name]).find(isPublishedEditor);
}

/**
 * Mounts `@templatical/editor`. `editor`: its module; left out, the page's global. `config`: what its `initCloud` takes
 * beyond container, auth and onError.
 */
export function publishedEditor(
  editor?: PublishedEditor,
  config: Record<string, unknown> = {},
): EditorAdapter<PublishedEditorInstance> {
  return {
    async mount({ container, auth, onError }) {
      const found = editor ?? findPublishedEditor();
      if (found === undefined) {
        throw new SdkError('The page has no @templatical/editor: pass its module as `editor`.');
      }
      allowCopiesOfProxies();
      const { url, baseUrl, requestOptions = {} } = auth;
      // It sends no content type of its own with a request that has no body.
      const headers = { ...requestOptions.headers, 'Content-Type': 'application/json' };
      return found.initCloud({
        ...config,
        container,
        auth: { url, baseUrl, requestOptions: { ...requestOptions, headers } },
        onError: (fault: unknown) => onError(toSdkError(fault)),
      });
    },
    unmount: (mounted) => mounted.unmount(),
  };
}

let isPatched = false;

/**
 * Version 0.10.4 copies an old version of a template with `structuredClone`, which refuses the proxies it keeps it in;
 * no version could be restored. What cannot be cloned is copied as the JSON it is.
 */
function allowCopiesOfProxies(): void {
  if (isPatched) return;
  isPatched = true;
  const clone = globalThis.structuredClone;
  globalThis.structuredClone = ((value: unknown, options?: StructuredSerializeOptions) => {
    try {
      return clone(value, options);
    } catch (fault) {
      if ((fault as Error).name !== 'DataCloneError') throw fault;
      return JSON.parse(JSON.stringify(value));
    }
  }) as typeof structuredClone;
}
