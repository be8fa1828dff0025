import { type AuthOptions, type Session, SessionSource } from './auth.ts';
import { type Api, createApi } from './client.ts';
import type { EditorAdapter } from './editor.ts';
import { withoutEndSlash } from './encode.ts';
import { SdkError } from './error.ts';
import { createReporter, type Guard } from './guard.ts';
import {
  findPublishedEditor,
  isPublishedEditor,
  type PublishedEditor,
  publishedEditor,
} from './published-editor.ts';
import { type Realtime, RealtimeClient } from './realtime.ts';
import { HttpClient } from './request.ts';

export type { AuthOptions, Session, SignedUser, TokenRequestOptions } from './auth.ts';
export type { Channel, Member, ShownContent } from './channel.ts';
export type { Api } from './client.ts';
export type { EditorAdapter, EditorContext } from './editor.ts';
export type { SavedState, TabSave, TabState } from './editor-tab.ts';
export { SdkError } from './error.ts';
export { galleyProviders, type ProviderOptions } from './providers/index.ts';
export type { EditorCanvas } from './providers/templates.ts';
export type * from './providers/types.ts';
export { type PublishedEditor, type PublishedEditorInstance, publishedEditor } from './published-editor.ts';
export type { Realtime } from './realtime.ts';
export type { CallOptions } from './request.ts';
export type * from './schemas.generated.ts';
export type { StreamEvent } from './stream.ts';

export interface InitOptions<Mounted = unknown> {
  /** The element that hosts the editor, or its selector. Required with an editor. */
  container?: string | HTMLElement;
  auth: AuthOptions;
  /** Receives every failure once, including those with which a promise rejects. */
  onError?: (error: SdkError) => void;
  /**
   * The module `@templatical/editor`, or an adapter for any other editor. Default: the published editor, if the page has
   * it as a global. `false`: no editor.
   */
  editor?: PublishedEditor<Mounted> | EditorAdapter<Mounted> | false;
}

export interface Galley<Mounted = unknown> {
  /** A function for every operation of the service. */
  readonly api: Api;
  readonly realtime: Realtime;
  /** What the editor's adapter returned. */
  readonly editor: Mounted;
  /** A session whose token is valid for another minute. */
  getSession(): Promise<Session>;
  /** Removes the editor from the page, stops the timer and closes connections. */
  destroy(): void;
}

/**
 * Gets a session from the customer's token endpoint and mounts the editor. Rejects with an SdkError, which `onError`
 * gets as well.
 */
export async function init<Mounted = unknown>(options: InitOptions<Mounted>): Promise<Galley<Mounted>> {
  const { report, guard } = createReporter(options.onError);
  return guard(start(options, report, guard));
}

async function start<Mounted>(
  options: InitOptions<Mounted>,
  report: (error: SdkError) => void,
  guard: Guard,
): Promise<Galley<Mounted>> {
  const auth = checkAuth(options.auth);
  const adapter = chooseAdapter(options.editor);
  const container = findContainer(options.container, adapter !== undefined);
  const sessions = new SessionSource(auth, report);
  const http = new HttpClient(auth.baseUrl, sessions);
  const api = createApi(http, guard);
  const realtime = new RealtimeClient({ baseUrl: auth.baseUrl, http, guard, report });
  const getSession = () => guard(sessions.current());
  const close = () => {
    sessions.close();
    realtime.close();
  };
  try {
    await sessions.current();
    const context = { api, realtime, getSession, auth, onError: report };
    const editor = (await adapter?.mount({ ...context, container: container as HTMLElement })) as Mounted;
    const destroy = () => {
      close();
      adapter?.unmount?.(editor);
    };
    return { api, realtime, editor, getSession, destroy };
  } catch (fault) {
    close();
    throw fault;
  }
}

/** Paths under which Galley serves this module, by itself and as part of the editor. */
const SERVED_AS = /\/sdk\/(?:galley|editor)\.js(\?.*)?$/;

function checkAuth(auth: AuthOptions | undefined): AuthOptions & { baseUrl: string } {
  if (typeof auth?.url !== 'string' || auth.url === '') {
    throw new SdkError('auth.url is missing: the address of your token endpoint.');
  }
  const { method = 'POST' } = auth.requestOptions ?? {};
  if (method !== 'GET' && method !== 'POST') {
    throw new SdkError(`auth.requestOptions.method must be GET or POST, not ${method}.`);
  }
  const from = import.meta.url;
  const baseUrl = auth.baseUrl ?? (SERVED_AS.test(from) ? from.replace(SERVED_AS, '') : undefined);
  if (baseUrl === undefined) throw new SdkError('auth.baseUrl is missing: the address of Galley.');
  return { ...auth, baseUrl: withoutEndSlash(baseUrl) };
}

function chooseAdapter<Mounted>(editor: InitOptions<Mounted>['editor']): EditorAdapter<Mounted> | undefined {
  if (editor === false) return undefined;
  const chosen = editor ?? findPublishedEditor();
  if (!isPublishedEditor(chosen)) return chosen as EditorAdapter<Mounted> | undefined;
  return publishedEditor(chosen) as unknown as EditorAdapter<Mounted>;
}

function findContainer(container: string | HTMLElement | undefined, isNeeded: boolean) {
  const found = typeof container === 'string' ? document.querySelector<HTMLElement>(container) : container;
  if (isNeeded && !found)
    throw new SdkError(`The page has no element ${container ?? '(container is missing)'}.`);
  return found;
}
