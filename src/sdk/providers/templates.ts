import type { Api, TemplateContent, TemplateContentInput } from '../api.generated.ts';
import { forPeople } from './message.ts';
import type {
  ProvidedTemplate,
  ProvidedVersion,
  TemplatesProvider,
  VersionHistoryProvider,
} from './types.ts';

/** What the host's editor offers once it is mounted, as far as it is used. */
export interface EditorCanvas<Content = TemplateContent> {
  getContent(): Content;
  setContent(content: Content): void;
}

type Stored = Awaited<ReturnType<Api['updateTemplate']>>;
type Snapshot = Awaited<ReturnType<Api['createSnapshot']>>;

/** The template that the editor works on, as providers that are not given its id need it. */
export class OpenTemplate {
  name: string | undefined;
  readonly #versions = new Map<string, number>();

  /** Notes what the canvas shows from now on, and returns it as the editor reads it. */
  show(stored: Stored): ProvidedTemplate {
    this.name = stored.name;
    this.#versions.set(stored.id, stored.version);
    const { id, name, createdAt, updatedAt, content } = stored;
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
  open: OpenTemplate,
  { mayEdit, autoSave }: { mayEdit: boolean; autoSave: boolean },
): TemplatesProvider {
  const load = async (id: string) => open.show(await api.getTemplate({ template_id: id }));
  const create = async ({ name, content }: { name?: string; content: TemplateContent }) =>
    open.show(await api.createTemplate({ name, content: asInput(content) }));
  const save = async (id: string, { name, content }: { name?: string; content?: TemplateContent }) => {
    if (name === undefined && content === undefined) return load(id);
    return open.show(
      await api.updateTemplate({ template_id: id, name, content: content && asInput(content) }),
    );
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
