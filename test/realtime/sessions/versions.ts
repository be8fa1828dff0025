import type { EditorContent } from '../../../src/realtime/room/editor-content.ts';
import type { KeptReason, StoredVersion, TemplateStore } from '../../../src/realtime/room/template-store.ts';

/** As it comes out of a database or a log. */
export const copy = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** The versions of the template. Never loses what it has confirmed. */
export class Versions {
  all: StoredVersion[];
  kept: { content: EditorContent; reason: KeptReason }[] = [];

  constructor(content: EditorContent) {
    this.all = [{ version: 1, content }];
  }

  get last(): StoredVersion {
    return this.all.at(-1) as StoredVersion;
  }

  /** All that a person can find in the history, as a text. */
  get history(): string {
    return JSON.stringify([
      ...this.all.map(({ content }) => content),
      ...this.kept.map(({ content }) => content),
    ]);
  }

  save(version: number, content: EditorContent, epoch?: number): number | undefined {
    if (this.last.version !== version) return undefined;
    this.all.push({ version: version + 1, content, epoch });
    return version + 1;
  }
}

/** `call`: runs a call when its time has come. */
export function connectStore(versions: Versions, call: <T>(run: () => T) => Promise<T>): TemplateStore {
  return {
    read: () => call(() => copy(versions.last)),
    find: (version) => call(() => copy(versions.all[version - 1])),
    save(version, content, epoch) {
      const saved = copy(content);
      return call(() => versions.save(version, saved, epoch));
    },
    keep(content, reason) {
      const kept = { content: copy(content), reason };
      return call(() => void versions.kept.push(kept));
    },
  };
}
