import type { Session } from './auth.ts';
import type { Api } from './client.ts';

/** The internals of Vue that the patch reads. */
interface VueInstance {
  provides: Record<symbol, unknown>;
  subTree?: { component?: VueInstance | null };
}
/** The element an application is mounted on. */
interface VueRoot {
  __vue_app__?: { provide(key: string, value: unknown): void };
  _vnode?: { component?: VueInstance | null };
}

const POLL_MS = 20;
const GIVE_UP_AFTER_MS = 30_000;

let isClonePatched = false;

/**
 * Makes `structuredClone` copy Vue's proxies. The editor, version 0.10.4, clones an old version of a template with it, and
 * `structuredClone` refuses proxies, so no version could be restored. Such values are copied as JSON.
 */
export function patchStructuredClone(): void {
  if (isClonePatched) return;
  isClonePatched = true;
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

/** What the media library injects by name. The editor provides them under symbols with these descriptions. */
const MEDIA_LIBRARY_NAMES = ['authManager', 'translations', 'tplUiTheme'];

/**
 * Provides values under the names that the media library of version 0.10.4 injects. The editor provides them under
 * symbols only, and the library would end in a TypeError. Polls until the editor's Vue application is mounted. Returns
 * a function that stops polling.
 */
export function patchMediaLibrary(container: HTMLElement, api: Api, session: Session): () => void {
  let config: unknown;
  api.getProjectConfig().then(
    (loaded) => {
      config = loaded;
    },
    // The editor requests it as well and reports the error.
    () => {},
  );
  const planConfig = {
    hasFeature: (name: string) =>
      (config as { features?: Record<string, boolean> } | undefined)?.features?.[name] === true,
    config: {
      get value() {
        return config;
      },
    },
  };
  const started = Date.now();
  const timer = setInterval(() => {
    const provided = findRoots(container).map((root) => ({
      root,
      values: findValues(root._vnode?.component, MEDIA_LIBRARY_NAMES),
    }));
    const found = provided.find(({ values }) => values.length > 0);
    for (const [name, value] of found?.values ?? []) found?.root.__vue_app__?.provide(name, value);
    found?.root.__vue_app__?.provide('projectId', { value: session.project_id });
    found?.root.__vue_app__?.provide('planConfig', planConfig);
    if (found !== undefined || Date.now() - started > GIVE_UP_AFTER_MS) clearInterval(timer);
  }, POLL_MS);
  return () => clearInterval(timer);
}

/** The part of the editor's own session that the patches use. */
export interface EditorAuth {
  accessTokenValue: string | null;
  userConfig: { signature: string } | null;
  /** Requests a new token if less than a minute of the present one is left. */
  initialize(): Promise<void>;
  /** Requests a new token. */
  refreshToken(): Promise<unknown>;
}

/** The session with which the editor sends its requests. Undefined if the editor is not mounted or is unknown. */
export function findEditorAuth(container: HTMLElement): EditorAuth | undefined {
  const found = findProvided(container, 'authManager') as Partial<EditorAuth> | undefined;
  const isKnown = typeof found?.initialize === 'function' && typeof found.refreshToken === 'function';
  return isKnown ? (found as EditorAuth) : undefined;
}

/** The part of the editor’s state that the patch of saves uses. */
interface EditorState {
  content: { value: unknown };
  save(): Promise<unknown>;
  markDirty(): void;
}

/**
 * Marks the content as changed again if it was changed while it was being saved. The editor, version 0.10.4, takes
 * everything for saved when the answer of a save arrives, so what was typed meanwhile could not be saved until the next
 * change. Call it when the editor is mounted.
 */
export function patchSave(container: HTMLElement): void {
  const editor = findProvided(container, 'editor') as Partial<EditorState> | undefined;
  const { save, markDirty, content } = editor ?? {};
  if (editor === undefined || save === undefined || markDirty === undefined || content === undefined) return;
  editor.save = async () => {
    const sent = JSON.stringify(content.value);
    const answer = await save();
    if (JSON.stringify(content.value) !== sent) markDirty();
    return answer;
  };
}

/** Elements on which the application may be mounted: the container, or one of its children. */
function findRoots(container: HTMLElement): VueRoot[] {
  return [container, ...container.children, ...(container.shadowRoot?.children ?? [])] as VueRoot[];
}

/** A value that the editor provides to its components under a symbol with this description. */
export function findProvided(container: HTMLElement, name: string): unknown {
  return findRoots(container).flatMap((root) => findValues(root._vnode?.component, [name]))[0]?.[1];
}

/** The values of these names that the outer components provide. */
function findValues(instance: VueInstance | null | undefined, names: readonly string[]): [string, unknown][] {
  if (!instance) return [];
  const { provides } = instance;
  const own = Object.getOwnPropertySymbols(provides).filter((key) => names.includes(key.description ?? ''));
  const values = own.map((key): [string, unknown] => [key.description as string, provides[key]]);
  return [...values, ...findValues(instance.subTree?.component, names)];
}
