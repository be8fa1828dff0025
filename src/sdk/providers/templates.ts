import type { Api } from '../client.ts';
import type { Realtime } from '../realtime.ts';
import type { TemplateContent, TemplateContentInput } from '../schemas.generated.ts';
import { forPeople } from './message.ts';
import type {
  ProvidedTemplate,
  ProvidedVersion,
  TemplatesProvider,
  VersionHistoryProvider,
} from './types.ts';

/** The part of the mounted editor that is used. */
export interface EditorCanvas {
  getContent(): unknown;
  setContent(content: never): void;
}

type Stored = Awaited<ReturnType<Api['updateTemplate']>>;
type Snapshot = Awaited<ReturnType<Api['createSnapshot']>>;

/**
 * Keeps the name of the open template and the version of its canvas, which the editor does not pass to the providers. Saves
 * of an editor that is live say what it shows instead.
 */
export class OpenTemplate {
  name: string | undefined;
  readonly #findEditor: () => EditorCanvas | undefined;
  /** The version that the canvas was made from, by template. */
  readonly #bases = new Map<string, number>();
  /** The template that the editor was given last. */
  #shownId: string | undefined;
  readonly #hasUser: boolean;

  /** `hasUser`: the session names a user. The service remembers what users' pages have saved. */
  constructor(findEditor: () => EditorCanvas | undefined, hasUser: boolean) {
    this.#findEditor = findEditor;
    this.#hasUser = hasUser;
  }

  /** The version from which the canvas was made. Undefined if it shows no version, but what was saved last. */
  baseOf(id: string): number | undefined {
    return this.#bases.get(id);
  }

  /** Notes that the editor puts a content on its canvas, and returns it as the editor reads it. */
  show(stored: Stored): ProvidedTemplate {
    this.#shownId = stored.id;
    this.#bases.set(stored.id, stored.version);
    return this.read(stored);
  }

  /**
   * Notes a save. The editor does not put its answer on the canvas, so after a merge the canvas lacks the changes of others.
   * They are put there unless the person has edited on.
   */
  save(stored: Stored, sent: TemplateContent | undefined): ProvidedTemplate {
    if (sent === undefined) return this.read(stored);
    if (stored.merged !== true) {
      this.#bases.set(stored.id, stored.version);
      return this.read(stored);
    }
    // The service compares the next save with this one, if it remembers it, otherwise with the version before the merge.
    if (this.#hasUser) this.#bases.delete(stored.id);
    const saved = JSON.stringify(sent);
    // Later, because the editor has to receive the answer first.
    setTimeout(() => this.#showMerged(stored, saved));
    return this.read(stored);
  }

  /** `saved`: JSON of the content that was sent. */
  #showMerged(stored: Stored, saved: string): void {
    if (this.#shownId !== stored.id) return;
    try {
      const editor = this.#findEditor();
      if (editor === undefined || JSON.stringify(editor.getContent()) !== saved) return;
      editor.setContent(stored.content as never);
    } catch {
      // An editor that has been unmounted meanwhile may throw. The merged content is stored.
      return;
    }
    this.#bases.set(stored.id, stored.version);
  }

  /** As the editor reads it. */
  read({ id, name, createdAt, updatedAt, content }: Stored): ProvidedTemplate {
    if (id === this.#shownId) this.name = name;
    return {
      id,
      ...(name !== undefined && { name }),
      ...(createdAt !== undefined && { createdAt }),
      ...(updatedAt !== undefined && { updatedAt }),
      content: content as TemplateContent,
    };
  }
}

const asInput = (content: TemplateContent) => content as unknown as TemplateContentInput;

export function createTemplatesProvider(
  api: Api,
  realtime: Realtime,
  open: OpenTemplate,
  { mayEdit, autoSave }: { mayEdit: boolean; autoSave: boolean },
): TemplatesProvider {
  const load = async (id: string) => open.show(await api.getTemplate({ template_id: id }));
  const create = async ({ name, content }: { name?: string; content: TemplateContent }) =>
    open.show(await api.createTemplate({ name, content: asInput(content) }));
  const save = async (id: string, { name, content }: { name?: string; content?: TemplateContent }) => {
    if (name === undefined && content === undefined) return load(id);
    const live = content && realtime.startSave(id);
    const from = live ? { tab: live.tab } : { base_version: content && open.baseOf(id) };
    // A copy, because the request is made later than `page`.
    const sent = live ? JSON.parse(JSON.stringify(content)) : content && asInput(content);
    try {
      const change = { template_id: id, name, content: sent, ...from };
      const stored = await api.updateTemplate(change);
      live?.confirm(stored.tab);
      // What others have changed arrives in the channel.
      return live ? open.read(stored) : open.save(stored, content);
    } catch (fault) {
      live?.fail();
      throw fault;
    }
  };
  return {
    autoSave: mayEdit && autoSave,
    load: forPeople(load),
    create: mayEdit && forPeople(create),
    save: mayEdit && forPeople(save),
  };
}

export function createVersionHistoryProvider(
  api: Api,
  open: OpenTemplate,
  mayEdit: boolean,
): VersionHistoryProvider {
  return {
    list: forPeople(async (templateId, { limit, cursor } = {}) => {
      const page = { template_id: templateId, limit, cursor, answer: 'compact' as const };
      const { items, next_cursor } = await api.listSnapshots(page);
      return { versions: items.map(toVersion), ...(next_cursor !== null && { nextCursor: next_cursor }) };
    }),
    get: forPeople(async (templateId, versionId) => {
      const { content } = await api.getSnapshot({ template_id: templateId, snapshot_id: versionId });
      return content as TemplateContent;
    }),
    create:
      mayEdit &&
      forPeople(async (templateId, content, { label } = {}) =>
        toVersion(
          await api.createSnapshot({
            template_id: templateId,
            content: asInput(content),
            label,
            // A person asked for it, so it is kept.
            is_autosave: false,
          }),
        ),
      ),
    restore:
      mayEdit &&
      forPeople(async (templateId, versionId) =>
        open.show(await api.restoreSnapshot({ template_id: templateId, snapshot_id: versionId })),
      ),
  };
}

function toVersion(row: Snapshot): ProvidedVersion {
  const { author_identifier: id, author_name: name, label, content } = row;
  return {
    id: row.id,
    createdAt: row.created_at,
    isAutomatic: row.is_autosave,
    ...(label !== undefined && { label }),
    ...(id !== undefined && { author: { id, ...(name !== undefined && { name }) } }),
    ...(content !== undefined && { content }),
  };
}
