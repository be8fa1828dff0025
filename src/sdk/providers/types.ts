import type { Block, TemplateContent } from '../schemas.generated.ts';

/**
 * The objects that `init()` of `@templatical/editor` (0.29 and later) takes from its page. `false` instead of a function
 * hides the control. `Content` and `Blocks` are the types of the editor's own contents.
 */
export interface EditorProviders<Content = TemplateContent, Blocks = Block[]> {
  /** Absent if the session names no user. */
  user?: EditorUser;
  templates: TemplatesProvider<Content>;
  versionHistory: VersionHistoryProvider<Content>;
  /** Absent without the plan's feature or a user. */
  comments?: CommentsProvider;
  /** Absent without the plan's feature. */
  savedBlocks?: SavedBlocksProvider<Blocks>;
  /** Absent where no test mails can be sent, or if the session lists no recipients. */
  testEmail?: TestEmailProvider<Content>;
  render: RenderProvider<Content>;
  media: MediaProvider;
  mergeTags: MergeTagsOption;
}

export interface EditorUser {
  id: string;
  name: string;
}

export interface ProvidedTemplate<Content = TemplateContent> {
  id: string;
  name?: string;
  createdAt?: string;
  updatedAt?: string;
  content: Content;
}

export interface TemplatesProvider<Content = TemplateContent> {
  /** Whether the plan has it. Default of the editor: off. */
  autoSave: boolean;
  load(id: string): Promise<ProvidedTemplate<Content>>;
  create: false | ((input: { name?: string; content: Content }) => Promise<ProvidedTemplate<Content>>);
  /** Changes what is there. What others changed since the canvas was made is merged with it by block. */
  save:
    | false
    | ((id: string, patch: { name?: string; content?: Content }) => Promise<ProvidedTemplate<Content>>);
}

export interface ProvidedVersion<Content = TemplateContent> {
  id: string;
  createdAt: string;
  isAutomatic: boolean;
  label?: string;
  author?: { id?: string; name?: string };
  content?: Content;
}

export interface VersionHistoryProvider<Content = TemplateContent> {
  /** Newest first, 50 at most, without contents. */
  list(
    templateId: string,
    page?: { limit?: number; cursor?: string },
  ): Promise<{ versions: ProvidedVersion<Content>[]; nextCursor?: string }>;
  get(templateId: string, versionId: string): Promise<Content>;
  create:
    | false
    | ((
        templateId: string,
        content: Content,
        meta?: { label?: string },
      ) => Promise<ProvidedVersion<Content>>);
  restore: false | ((templateId: string, versionId: string) => Promise<ProvidedTemplate<Content>>);
}

export interface ProvidedComment {
  id: string;
  body: string;
  author: EditorUser;
  createdAt: string;
  /** Present only if the text was edited. */
  updatedAt?: string;
  blockId: string | null;
  parentId: string | null;
  resolvedAt: string | null;
  resolvedBy: EditorUser | null;
  /** Of the first comment of a thread. */
  replies?: ProvidedComment[];
}

export type CommentChange =
  | { type: 'created' | 'updated'; comment: ProvidedComment }
  | { type: 'deleted'; commentId: string; parentId: string | null };

export interface CommentsProvider {
  list(templateId: string): Promise<ProvidedComment[]>;
  create:
    | false
    | ((
        templateId: string,
        input: { body: string; blockId?: string; parentId?: string },
      ) => Promise<ProvidedComment>);
  update:
    | false
    | ((templateId: string, commentId: string, patch: { body?: string }) => Promise<ProvidedComment>);
  delete: false | ((templateId: string, commentId: string) => Promise<void>);
  setResolved:
    | false
    | ((templateId: string, commentId: string, resolved: boolean) => Promise<ProvidedComment>);
  /** Tells of changes by others until the returned function is called. Absent without live collaboration. */
  subscribe?: (templateId: string, onChange: (change: CommentChange) => void) => () => void;
}

export interface SavedBlock<Blocks = Block[]> {
  id: string;
  name: string;
  content: Blocks;
  category?: string;
  canUpdate: boolean;
  canDelete: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface SavedBlocksProvider<Blocks = Block[]> {
  /** By name. */
  list(filter?: { search?: string; category?: string }): Promise<SavedBlock<Blocks>[]>;
  create:
    | false
    | ((input: { name: string; content: Blocks; category?: string }) => Promise<SavedBlock<Blocks>>);
  update:
    | false
    | ((
        id: string,
        patch: { name?: string; content?: Blocks; category?: string },
      ) => Promise<SavedBlock<Blocks>>);
  delete: false | ((id: string) => Promise<void>);
}

export interface TestEmailProvider<Content = TemplateContent> {
  /** Those that the session lists. */
  allowedRecipients: string[];
  send(mail: { recipient: string; content: Content }): Promise<void>;
}

export interface RenderPayload<Content = TemplateContent> {
  content: Content;
  fonts?: { customFonts: { name: string; url: string; fallback?: string }[]; defaultFallback: string };
}

export interface RenderProvider<Content = TemplateContent> {
  /** Absent without the plan's feature. */
  toMjml?: (payload: RenderPayload<Content>) => Promise<string>;
  toHtml(payload: RenderPayload<Content>): Promise<string>;
  compileMjml(mjml: string): Promise<string>;
}

export type MediaKind = 'images' | 'documents' | 'videos' | 'audio';

export interface MediaAsset {
  id: string;
  /** What goes into mails: of pictures the version up to 1280 pixels, if there is one. */
  url: string;
  alt?: string;
  filename: string;
  mimeType: string;
  width?: number;
  height?: number;
  size: number;
  thumbnailUrl?: string;
  folderId: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ProvidedFolder {
  id: string;
  name: string;
  parentId: string | null;
}

export interface FoldersProvider {
  /** A flat list, parents before their children. */
  list(): Promise<ProvidedFolder[]>;
  create: false | ((input: { name: string; parentId?: string | null }) => Promise<ProvidedFolder>);
  update: false | ((id: string, patch: { name: string }) => Promise<ProvidedFolder>);
  delete: false | ((id: string) => Promise<void>);
  move: false | ((ids: string[], folderId: string | null) => Promise<MediaAsset[]>);
}

export interface MediaProvider {
  /** Bytes. */
  maxFileSize: number;
  mimeTypes: Partial<Record<MediaKind, string[]>>;
  /** Newest first, 50 at a time. */
  list(filter?: {
    search?: string;
    cursor?: string;
    folderId?: string | null;
    category?: MediaKind;
    templateId?: string;
  }): Promise<{ items: MediaAsset[]; nextCursor?: string }>;
  create:
    | false
    | ((input: {
        file: File;
        folderId?: string | null;
        alt?: string;
        filename?: string;
        templateId?: string;
      }) => Promise<MediaAsset>);
  update: false | ((id: string, patch: { alt?: string; filename?: string }) => Promise<MediaAsset>);
  delete: false | ((ids: string[]) => Promise<void>);
  folders: false | FoldersProvider;
  /** The file gets new addresses; mails with the old ones keep the old file. */
  replace: false | ((id: string, file: File) => Promise<MediaAsset>);
  importFromUrl:
    | false
    | ((url: string, folderId?: string | null, templateId?: string) => Promise<MediaAsset>);
  checkUsage(ids: string[]): Promise<Record<string, { templateCount: number; templateNames: string[] }>>;
  frequentlyUsed(): Promise<MediaAsset[]>;
  /** null: without a limit. */
  storage(): Promise<{ usedBytes: number; limitBytes: number } | null>;
}

export interface ProvidedMergeTag {
  label: string;
  value: string;
  group?: string;
  description?: string;
  sample?: string;
}

export interface MergeTagsOption {
  syntax: 'liquid';
  tags: ProvidedMergeTag[];
}
