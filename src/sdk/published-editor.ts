import type { EditorAdapter } from './editor.ts';
import { SdkError, toSdkError } from './error.ts';
import {
  findEditorAuth,
  patchMediaLibrary,
  patchSave,
  patchStructuredClone,
} from './published-editor-patches.ts';
import { patchSocket } from './published-editor-socket.ts';
import { PublishedEditorTab } from './published-editor-tab.ts';

/** The part of `@templatical/editor` that the client uses: `import * as module from '@templatical/editor'`. */
export interface PublishedEditor<Mounted = PublishedEditorInstance> {
  initCloud(config: Record<string, unknown>): Promise<Mounted>;
}

/** The mounted `@templatical/editor`; its own types have more members. */
export interface PublishedEditorInstance {
  create(content?: unknown): Promise<{ id: string; content: unknown }>;
  load(templateId: string): Promise<{ id: string; content: unknown }>;
  save(): Promise<unknown>;
  getContent(): unknown;
  setContent(content: unknown): void;
  unmount(): void;
}

/** Globals under which a script tag makes the editor available. */
const GLOBALS = ['Templatical', 'TemplaticalEditor', 'templatical'];

export function isPublishedEditor(value: unknown): value is PublishedEditor {
  return typeof (value as PublishedEditor | undefined)?.initCloud === 'function';
}

/** The published editor, if the page has it as a global. */
export function findPublishedEditor(): PublishedEditor | undefined {
  const page = globalThis as unknown as Record<string, unknown>;
  return GLOBALS.map((name) => page[name]).find(isPublishedEditor);
}

/**
 * Mounts `@templatical/editor`. `editor`: its module; by default the page's global. `config`: options of its
 * `initCloud` beside container, auth and onError.
 */
export function publishedEditor(
  editor?: PublishedEditor,
  config: Record<string, unknown> = {},
): EditorAdapter<PublishedEditorInstance> {
  const patches = new WeakMap<PublishedEditorInstance, () => void>();
  return {
    async mount({ container, auth, api, getSession, onError }) {
      const found = editor ?? findPublishedEditor();
      if (found === undefined) {
        throw new SdkError('The page has no @templatical/editor: pass its module as `editor`.');
      }
      patchStructuredClone();
      const session = await getSession();
      const stopMediaPatch = patchMediaLibrary(container, api, session);
      const callService = () => api.getProjectConfig();
      let page: PublishedEditorTab | undefined;
      const stopSocketPatch = patchSocket(session.project_id, {
        onClient: (client) => page?.watch(client),
        findEditorAuth: () => findEditorAuth(container),
        getSession,
        callService,
      });
      const stopPatching = () => {
        stopMediaPatch();
        stopSocketPatch();
        page?.close();
      };
      const { url, baseUrl, requestOptions = {} } = auth;
      // The editor sends no content type with a request that has no body.
      const headers = { ...requestOptions.headers, 'Content-Type': 'application/json' };
      const whole = {
        ...config,
        container,
        auth: { url, baseUrl, requestOptions: { ...requestOptions, headers } },
        onError: (fault: unknown) => onError(toSdkError(fault)),
      };
      const mounted = await found.initCloud(whole).catch((fault) => {
        stopPatching();
        throw fault;
      });
      patchSave(container);
      page = PublishedEditorTab.find(container, onError);
      patches.set(mounted, stopPatching);
      return mounted;
    },
    unmount(mounted) {
      patches.get(mounted)?.();
      mounted.unmount();
    },
  };
}
