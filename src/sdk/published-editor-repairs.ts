import type { Api } from './api.generated.ts';
import type { Session } from './auth.ts';

/** The parts of the editor's framework that are looked at. */
interface VueInstance {
  provides: Record<symbol, unknown>;
  subTree?: { component?: VueInstance | null };
}
/** The element an application is mounted on. */
interface VueRoot {
  __vue_app__?: { provide(key: string, value: unknown): void };
  _vnode?: { component?: VueInstance | null };
}

const LOOK_MS = 20;
const GIVE_UP_MS = 30_000;

let isCloneRepaired = false;

/**
 * Version 0.10.4 copies an old version of a template with `structuredClone`, which refuses the proxies it keeps it in;
 * no version could be restored. What cannot be cloned is copied as the JSON it is.
 */
export function repairClone(): void {
  if (isCloneRepaired) return;
  isCloneRepaired = true;
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

/** What the media library asks for by name, and the editor has under symbols of these names. */
const NAMES = ['authManager', 'translations', 'tplUiTheme'];

/**
 * The media library of version 0.10.4 asks for its session by names that nobody provides, and ends in a TypeError. They
 * are provided as soon as the editor's application is there, before the library is loaded. Returns what stops looking.
 */
export function repairMediaLibrary(container: HTMLElement, api: Api, session: Session): () => void {
  let config: unknown;
  api.getProjectConfig().then(
    (loaded) => {
      config = loaded;
    },
    // The editor asks as well, and says what is wrong.
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
      values: findValues(root._vnode?.component),
    }));
    const found = provided.find(({ values }) => values.length > 0);
    for (const [name, value] of found?.values ?? []) found?.root.__vue_app__?.provide(name, value);
    found?.root.__vue_app__?.provide('projectId', { value: session.project_id });
    found?.root.__vue_app__?.provide('planConfig', planConfig);
    if (found !== undefined || Date.now() - started > GIVE_UP_MS) clearInterval(timer);
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Where the application may be mounted: on the container, or on an element of its own in there. */
function findRoots(container: HTMLElement): VueRoot[] {
  return [container, ...container.children, ...(container.shadowRoot?.children ?? [])] as VueRoot[];
}

/** What the outer components have provided of what is asked for. */
function findValues(instance: VueInstance | null | undefined): [string, unknown][] {
  if (!instance) return [];
  const { provides } = instance;
  const own = Object.getOwnPropertySymbols(provides).filter((key) => NAMES.includes(key.description ?? ''));
  const values = own.map((key): [string, unknown] => [key.description as string, provides[key]]);
  return [...values, ...findValues(instance.subTree?.component)];
}
