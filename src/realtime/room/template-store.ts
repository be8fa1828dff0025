import type { EditorContent } from './editor-content.ts';

/** A stored content of a template. `epoch`: the log whose canvas it is, exactly. Undefined if it was made elsewhere. */
export interface StoredVersion {
  version: number;
  content: EditorContent;
  epoch?: number | undefined;
  /** It was rewritten in place, and so were earlier versions. */
  isRewritten?: boolean;
}

/** Why a content is kept in the history although it is no version. */
export type KeptReason =
  /** A save that conflicts. */
  | 'conflict'
  /** A save that is confirmed, but values of it were replaced by others before they were in a version. */
  | 'replaced'
  /** What a tab showed that came back, and whose changes could not all be merged. */
  | 'rejoin';

/** The versions of one template. Calls change it for one person, who is shown as the author. */
export interface TemplateStore {
  read(): Promise<StoredVersion>;
  /** Undefined if there is none. */
  find(version: number): Promise<StoredVersion | undefined>;
  /** Stores the next version, and returns it; `version` if that has the content already. Undefined if it is not the present one. */
  save(version: number, content: EditorContent, epoch?: number): Promise<number | undefined>;
  /** Keeps a content in the history that is no version. */
  keep(content: EditorContent, reason: KeptReason): Promise<void>;
}
