import type { Api } from './api.generated.ts';
import type { AuthOptions, Session } from './auth.ts';
import type { SdkError } from './error.ts';
import type { Realtime } from './realtime.ts';

/** What an editor gets to work with. */
export interface EditorContext {
  /** The element to fill. */
  container: HTMLElement;
  /** A function for every operation of the service. */
  api: Api;
  realtime: Realtime;
  /** A session with a token that is good for another minute, for editors that send requests of their own. */
  getSession(): Promise<Session>;
  /** How this session is got, with the address of Galley. */
  auth: AuthOptions & { baseUrl: string };
  /** Tells the page of a failure. */
  onError(error: SdkError): void;
}

/** Puts an editor into the page. Any editor can be used: write one of these for it. */
export interface EditorAdapter<Mounted = unknown> {
  /** Resolves to what the page gets as `galley.editor`. */
  mount(context: EditorContext): Mounted | Promise<Mounted>;
  /** Takes it out of the page again. */
  unmount?(mounted: Mounted): void;
}
