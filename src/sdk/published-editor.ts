import type { EditorAdapter } from './editor.ts';
import { SdkError, toSdkError } from './error.ts';
import { repairClone, repairMediaLibrary } from './published-editor-repairs.ts';

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
    async mount({ container, auth, api, getSession, onError }) {
      const found = editor ?? findPublishedEditor();
      if (found === undefined) {
        throw new SdkError('The page has no @templatical/editor: pass its module as `editor`.');
      }
      repairClone();
      const stopRepairing = repairMediaLibrary(container, api, await getSession());
      const { url, baseUrl, requestOptions = {} } = auth;
      // It sends no content type of its own with a request that has no body.
      const headers = { ...requestOptions.headers, 'Content-Type': 'application/json' };
      const whole = {
        ...config,
        container,
        auth: { url, baseUrl, requestOptions: { ...requestOptions, headers } },
        onError: (fault: unknown) => onError(toSdkError(fault)),
      };
      return found.initCloud(whole).catch((fault) => {
        stopRepairing();
        throw fault;
      });
    },
    unmount: (mounted) => mounted.unmount(),
  };
}
