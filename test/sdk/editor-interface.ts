/**
 * What `init()` of the editor, version 0.39, takes from its page, as types. Written from the description of the interface:
 * the types of that version cannot be installed here. `Content` and `Block` are the editor's own.
 */

type Change<Method> = false | Method;
/** Methods and options that a provider may have beside ours. */
type Callback<Value> = (value: Value) => void;

interface Template<Content> {
  id: string;
  name?: string;
  createdAt?: string;
  updatedAt?: string;
  content: Content;
}

type Trigger = 'manual' | 'autosave' | 'rename' | 'restore' | 'api';

interface Templates<Content> {
  autoSave?: boolean;
  unsavedChangesGuard?: boolean;
  nameField?: boolean;
  onSaved?: (template: Template<Content>, meta: { trigger: Trigger }) => void;
  onCreated?: Callback<Template<Content>>;
  onLoaded?: Callback<Template<Content>>;
  load: (id: string) => Promise<Template<Content>>;
  create: Change<(input: { name?: string; content: Content }) => Promise<Template<Content>>>;
  save: Change<
    (id: string, patch: Partial<{ name: string; content: Content }>) => Promise<Template<Content>>
  >;
}

interface Version<Content> {
  id: string;
  createdAt: string;
  isAutomatic?: boolean;
  label?: string;
  author?: { id?: string; name?: string };
  content?: Content;
}

interface VersionHistory<Content> {
  list: (
    templateId: string,
    params?: { limit?: number; cursor?: string },
  ) => Promise<{ versions: Version<Content>[]; nextCursor?: string }>;
  get: (templateId: string, versionId: string) => Promise<Content>;
  create: Change<
    (templateId: string, content: Content, meta?: { label?: string }) => Promise<Version<Content>>
  >;
  restore: Change<(templateId: string, versionId: string) => Promise<Template<Content>>>;
  onCreated?: Callback<Version<Content>>;
  onRestored?: Callback<Template<Content>>;
}

interface Person {
  id: string;
  name: string;
}

interface Comment {
  id: string;
  body: string;
  author: Person;
  createdAt: string;
  updatedAt?: string;
  blockId?: string | null;
  parentId?: string | null;
  resolvedAt?: string | null;
  resolvedBy?: Person | null;
  replies?: Comment[];
}

type CommentChange =
  | { type: 'created' | 'updated'; comment: Comment }
  | { type: 'deleted'; commentId: string; parentId?: string | null };

interface Comments {
  list: (templateId: string, params?: object) => Promise<Comment[]>;
  create: Change<
    (templateId: string, input: { body: string; blockId?: string; parentId?: string }) => Promise<Comment>
  >;
  update: Change<(templateId: string, commentId: string, patch: { body?: string }) => Promise<Comment>>;
  delete: Change<(templateId: string, commentId: string) => Promise<void>>;
  setResolved: Change<(templateId: string, commentId: string, resolved: boolean) => Promise<Comment>>;
  subscribe?: (templateId: string, onChange: Callback<CommentChange>) => () => void;
  onCreated?: (comment: Comment, meta: { origin: 'local' | 'remote' }) => void;
}

interface SavedBlock<Block> {
  id: string;
  name: string;
  content: Block[];
  category?: string;
  canUpdate?: boolean;
  canDelete?: boolean;
  createdAt?: string;
  updatedAt?: string;
}

interface SavedBlocks<Block> {
  list: (params?: { search?: string; category?: string }) => Promise<SavedBlock<Block>[]>;
  create: Change<
    (input: { name: string; content: Block[]; category?: string }) => Promise<SavedBlock<Block>>
  >;
  update: Change<
    (
      id: string,
      patch: Partial<{ name: string; content: Block[]; category: string }>,
    ) => Promise<SavedBlock<Block>>
  >;
  delete: Change<(id: string) => Promise<void>>;
}

interface TestEmail<Content> {
  send: (mail: {
    recipient: string;
    content: Content;
    mjml?: string;
    allowedRecipients?: string[];
  }) => Promise<void>;
  includeMjml?: boolean;
  allowedRecipients?: string[];
  defaultRecipient?: string;
}

interface RenderPayload<Content> {
  content: Content;
  fonts?: { customFonts: { name: string; url: string; fallback?: string }[]; defaultFallback: string };
}

interface Render<Content> {
  toMjml?: (payload: RenderPayload<Content>) => Promise<string>;
  toHtml?: (payload: RenderPayload<Content>) => Promise<string>;
  compileMjml?: (mjml: string) => Promise<string>;
}

type Category = 'images' | 'documents' | 'videos' | 'audio';

interface Asset {
  id: string;
  url: string;
  alt?: string;
  filename?: string;
  mimeType?: string;
  width?: number;
  height?: number;
  size?: number;
  thumbnailUrl?: string;
  folderId?: string | null;
  createdAt?: string;
  updatedAt?: string;
  canUpdate?: boolean;
  canDelete?: boolean;
}

interface Folder {
  id: string;
  name: string;
  parentId?: string | null;
}

interface Folders {
  list: () => Promise<Folder[]>;
  create: Change<(input: { name: string; parentId?: string | null }) => Promise<Folder>>;
  update: Change<(id: string, patch: { name: string }) => Promise<Folder>>;
  delete: Change<(id: string) => Promise<void>>;
  move: Change<(ids: string[], folderId: string | null) => Promise<Asset[]>>;
}

interface Upload {
  file: File;
  folderId?: string | null;
  alt?: string;
  filename?: string;
  templateId?: string;
}

interface Media {
  maxFileSize?: number;
  mimeTypes?: Partial<Record<Category, string[]>>;
  list: (params?: {
    search?: string;
    cursor?: string;
    folderId?: string | null;
    category?: Category;
    templateId?: string;
  }) => Promise<{ items: Asset[]; nextCursor?: string }>;
  create: Change<(input: Upload) => Promise<Asset>>;
  update: Change<(id: string, patch: { alt?: string; filename?: string }) => Promise<Asset>>;
  delete: Change<(ids: string[]) => Promise<void>>;
  folders: Change<Folders>;
  replace: Change<(id: string, file: File) => Promise<Asset>>;
  importFromUrl: Change<(url: string, folderId?: string | null, templateId?: string) => Promise<Asset>>;
  checkUsage: Change<
    (ids: string[]) => Promise<Record<string, { templateCount: number; templateNames: string[] }>>
  >;
  frequentlyUsed: Change<() => Promise<Asset[]>>;
  storage: Change<() => Promise<{ usedBytes: number; limitBytes: number } | null>>;
}

interface MergeTag {
  label: string;
  value: string;
  group?: string;
  description?: string;
  sample?: string;
}

/** The part of the editor's configuration that its page fills. */
export interface EditorConfig<Content, Block> {
  container: string;
  user?: Person;
  templates?: Templates<Content>;
  versionHistory?: VersionHistory<Content>;
  comments?: Comments;
  savedBlocks?: SavedBlocks<Block>;
  testEmail?: TestEmail<Content>;
  render?: Render<Content>;
  media?: Media;
  mergeTags?: {
    syntax?: 'liquid' | 'handlebars' | 'mailchimp' | 'ampscript';
    tags?: MergeTag[];
    onRequest?: (context?: object) => Promise<MergeTag | null>;
  };
  onError?: (error: Error) => void;
}
