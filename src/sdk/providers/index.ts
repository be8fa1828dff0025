import type { Session } from '../auth.ts';
import type { Api } from '../client.ts';
import type { Realtime } from '../realtime.ts';
import type { Block, TemplateContent, TemplateContentInput } from '../schemas.generated.ts';
import { createCommentsProvider } from './comments.ts';
import { createMediaProvider } from './media.ts';
import { forPeople } from './message.ts';
import {
  createTemplatesProvider,
  createVersionHistoryProvider,
  type EditorCanvas,
  OpenTemplate,
} from './templates.ts';
import type {
  EditorProviders,
  ProvidedMergeTag,
  RenderPayload,
  RenderProvider,
  SavedBlock,
  SavedBlocksProvider,
  TestEmailProvider,
} from './types.ts';

export interface ProviderOptions {
  /**
   * What the person may do: change templates and media (the default), only comment, or only look. It decides which controls
   * there are, not what the person's token allows.
   */
  access?: 'edit' | 'comment' | 'view';
  /**
   * The mounted editor, once there is one. A save is merged with changes that others made meanwhile; with this, they appear
   * on the canvas after the save.
   */
  editor?: () => EditorCanvas | undefined;
  /** Merge tags that people can insert. */
  mergeTags?: ProvidedMergeTag[];
}

/** The parts of `Galley` that are used. */
interface ProviderSource {
  readonly api: Api;
  readonly realtime: Realtime;
  getSession(): Promise<Session>;
}

type Config = Awaited<ReturnType<Api['getProjectConfig']>>;

/**
 * The provider objects for `init()` of `@templatical/editor`, 0.29 and later: `init({ container, ...providers })`. The plan,
 * the session and `access` at the time of the call decide which there are. After a change of the plan, the service refuses
 * calls that the plan lacks, with a message for people.
 */
export async function galleyProviders<Content = TemplateContent, Blocks = Block[]>(
  { api, realtime, getSession }: ProviderSource,
  { access = 'edit', mergeTags = [], editor = () => undefined }: ProviderOptions = {},
): Promise<EditorProviders<Content, Blocks>> {
  const [{ user, test_email }, config] = await Promise.all([getSession(), api.getProjectConfig()]);
  const { features } = config;
  const mayEdit = access === 'edit';
  const open = new OpenTemplate(editor, user !== undefined);
  const isLive = features.collaboration;
  const recipients = test_email?.allowed_emails ?? [];
  const providers: EditorProviders = {
    ...(user !== undefined && { user: { id: user.id, name: user.name } }),
    templates: createTemplatesProvider(api, realtime, open, { mayEdit, autoSave: features.auto_save }),
    versionHistory: createVersionHistoryProvider(api, open, mayEdit),
    ...(user !== undefined &&
      features.commenting && {
        comments: createCommentsProvider({ api, realtime, mayComment: access !== 'view', isLive }),
      }),
    ...(features.saved_modules && { savedBlocks: createSavedBlocksProvider(api, mayEdit) }),
    ...(features.test_email &&
      mayEdit &&
      recipients.length > 0 && { testEmail: createTestEmailProvider(api, open, recipients) }),
    render: createRenderProvider(api, features),
    media: createMediaProvider(api, config, mayEdit),
    mergeTags: { syntax: 'liquid', tags: mergeTags },
  };
  // Contents are passed on as they are; the types of the editor's contents are the caller's.
  return providers as unknown as EditorProviders<Content, Blocks>;
}

type Module = Awaited<ReturnType<Api['updateSavedModule']>>;

function createSavedBlocksProvider(api: Api, mayEdit: boolean): SavedBlocksProvider {
  return {
    list: forPeople(async ({ search, category } = {}) =>
      (await api.listSavedModules({ search, category })).map(toSavedBlock),
    ),
    create:
      mayEdit &&
      forPeople(async ({ name, content, category }) =>
        toSavedBlock(await api.createSavedModule({ name, content, category })),
      ),
    update:
      mayEdit &&
      forPeople(async (id, { name, content, category }) =>
        toSavedBlock(await api.updateSavedModule({ module_id: id, name, content, category })),
      ),
    delete: mayEdit && forPeople((id) => api.deleteSavedModule({ module_id: id })),
  };
}

function toSavedBlock(module: Module): SavedBlock {
  const { id, name, content, category, canUpdate, canDelete, createdAt, updatedAt } = module;
  const blocks = content as Block[];
  const named = { id, name, content: blocks, ...(category !== undefined && { category }) };
  return { ...named, canUpdate, canDelete, createdAt, updatedAt };
}

const asInput = (content: TemplateContent) => content as unknown as TemplateContentInput;

/** Mails are rendered by the service. Recipients are those of the session, whatever the editor sends. */
function createTestEmailProvider(
  api: Api,
  open: OpenTemplate,
  allowedRecipients: string[],
): TestEmailProvider {
  return {
    allowedRecipients,
    send: forPeople(({ recipient, content }) =>
      api.sendContentAsTestEmail({ recipient, content: asInput(content), title: open.name }),
    ),
  };
}

function createRenderProvider(api: Api, { export_mjml }: Config['features']): RenderProvider {
  const render = ({ content, fonts }: RenderPayload, format: 'html' | 'mjml') =>
    api.renderContent({
      content: asInput(content),
      format,
      custom_fonts: fonts?.customFonts,
      default_fallback: fonts?.defaultFallback,
    });
  return {
    ...(export_mjml && {
      toMjml: forPeople(async (payload: RenderPayload) => (await render(payload, 'mjml')).mjml ?? ''),
    }),
    toHtml: forPeople(async (payload: RenderPayload) => (await render(payload, 'html')).html ?? ''),
    compileMjml: forPeople(async (mjml: string) => (await api.compileMjml({ mjml })).html),
  };
}
