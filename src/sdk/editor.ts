import type { AuthOptions, Session } from './auth.ts';
import type { Api } from './client.ts';
import type { SdkError } from './error.ts';
import type { Realtime } from './realtime.ts';

/** What an adapter gets to mount an editor. */
export interface EditorContext {
  /** The element to fill. */
  container: HTMLElement;
  /** A function for every operation of the service. */
  api: Api;
  realtime: Realtime;
  /** A session whose token is valid for another minute, for editors that send requests of their own. */
  getSession(): Promise<Session>;
  /** How sessions are requested, with the address of Galley. */
  auth: AuthOptions & { baseUrl: string };
  /** Reports a failure to the page. */
  onError(error: SdkError): void;
}

/** Mounts an editor in the page. Write one for any editor you want to use. */
export interface EditorAdapter<Mounted = unknown> {
  /** Resolves to the value that the page gets as `galley.editor`. */
  mount(context: EditorContext): Mounted | Promise<Mounted>;
  /** Removes the editor from the page. */
  unmount?(mounted: Mounted): void;
}
