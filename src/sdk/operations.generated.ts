// Written by scripts/sdk-api.ts from the routes of the service: do not edit.
import type {
  Account,
  AccountSummary,
  ActivityActor,
  ActivityPage,
  AdminToken,
  AdminTokenWithValue,
  ApiKey,
  ApiKeyWithValue,
  BackendKey,
  BackendKeyWithValue,
  BackupStatus,
  CertificateStatus,
  ChangedTemplate,
  Comment,
  ComparedSnapshot,
  ContentOperations,
  ConversationMessages,
  CreatedInvitation,
  CreateTemplateReport,
  CreateTemplateSource,
  CreateTemplateTab,
  CustomFont,
  DataJob,
  DeletedTenant,
  DesignedContent,
  FilledTemplate,
  FixedContent,
  GeneratedContent,
  GetAccessibilityReport,
  GetTenantPlanEffective,
  Grant,
  ImportedTemplate,
  Invitation,
  KnownMergeTag,
  LinkStep,
  ListedTemplate,
  MediaFolder,
  MediaItem,
  MediaUse,
  NamedId,
  Passkey,
  PlanChange,
  Project,
  ProjectConfig,
  ProjectOrigins,
  ProjectWithSecrets,
  Proposal,
  ProposedAnswer,
  Quota,
  RecordedAdminAction,
  RecordedToolCall,
  RenderedMail,
  ReplaceOutput,
  RestoredItem,
  RewrittenText,
  SavedModule,
  ScoreResult,
  SignInStep,
  StoredBrand,
  StoredRun,
  Suggestions,
  TabState,
  Team,
  TeamMember,
  TeamMembership,
  TemplateContent,
  TemplateContentInput,
  TemplateDiff,
  TemplateFolder,
  Tenant,
  TenantPlan,
  TokenKey,
  TokenResponse,
  TrashItem,
  ViewedSnapshot,
  ViewedTemplate,
  WebsocketAddress,
  WholeProposal,
} from './schemas.generated.ts';
import type { StreamEvent } from './stream.ts';

/** Operations on a tenant. Paths are below the tenant. */
export interface TenantOperations {
  /** Features, limits, plan, brand, media settings and storage use of the project. */
  getProjectConfig(input?: Record<string, never>): Promise<ProjectConfig>;
  /** What the tenant uses of the limits of its plan. */
  getUsage(input?: Record<string, never>): Promise<{
    /** The month that exports, AI tokens and tool calls are counted in, UTC: 2026-11. */
    month: string;
    templates: Quota;
    storage_bytes: Quota;
    exports: Quota;
    ai_tokens: Quota;
    tool_calls: Quota;
  }>;
  /** List deleted templates, files, folders, saved modules and comment threads, the last deleted first. */
  listTrash(input?: {
    /** Only things of this kind. */
    kind?: 'template' | 'media' | 'media_folder' | 'template_folder' | 'saved_module' | 'comment' | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<TrashItem>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Delete everything in the trash for good, or everything of a kind. */
  emptyTrash(input?: {
    /** Only things of this kind. */
    kind?: 'template' | 'media' | 'media_folder' | 'template_folder' | 'saved_module' | 'comment' | undefined;
  }): Promise<{
    /** How many things are gone. */
    purged: number;
  }>;
  /** Bring a deleted thing back with all it had: history, comments, files. */
  restoreFromTrash(input: {
    /** The id of the deleted thing. */
    trash_id: string;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<RestoredItem>;
  /** Delete something in the trash for good. */
  deleteFromTrash(input: {
    /** The id of the deleted thing. */
    trash_id: string;
  }): Promise<void>;
  /** The built-in designs to begin a template with. */
  listStarters(input?: Record<string, never>): Promise<
    Array<{
      /** Name of a starter. */
      name:
        | 'welcome'
        | 'verify'
        | 'reset'
        | 'receipt'
        | 'shipping'
        | 'newsletter'
        | 'promotion'
        | 'event'
        | 'survey'
        | 're-engagement'
        | 'announcement'
        | 'changelog';
      title: string;
      description: string;
      /** How it looks: editorial, product or bold. */
      family: string;
      /** marketing or transactional */
      kind: string;
    }>
  >;
  /** List or search templates, 25 a page, without their content. */
  listTemplates(input?: {
    /** Words, or "phrases" in quotation marks, that name, texts, links or comments must contain; upper or lower case, with or without accents. Words are found by their beginnings, names by any part. */
    search?: string | undefined;
    /** By creation (newest, oldest), last change (updated), name, last score, last export (exported), or where a search finds the words (relevance). Default: relevance for a search, else newest. */
    sort?:
      | 'relevance'
      | 'newest'
      | 'oldest'
      | 'updated'
      | 'name_asc'
      | 'name_desc'
      | 'score_desc'
      | 'score_asc'
      | 'exported'
      | undefined;
    /** true: only archived templates; all: those too. */
    archived?: 'false' | 'true' | 'all' | undefined;
    /** "top": in no folder. */
    folder_id?: string | undefined;
    /** A tag they have. */
    tag?: string | undefined;
    /** ISO 8601: a time, or a date, which begins at midnight UTC. */
    updated_since?: string | undefined;
    /** Id of the last writer of the content. */
    author?: string | undefined;
    /** Id of a media file. */
    uses_media?: string | undefined;
    /** Type of a block in it. */
    block_type?: string | undefined;
    /** Host of a link in it. */
    link_domain?: string | undefined;
    /** Name the blocks that uses_media, block_type or link_domain match. */
    with_blocks?: boolean | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<ListedTemplate>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
    /** The search index is still being built: only names were searched, and filters by block and link may lack templates. */
    search_incomplete?: boolean | undefined;
  }>;
  /** Create a template, or copy one. */
  createTemplate(input?: {
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content?: TemplateContentInput | undefined;
    /** Instead of content: id of a template to copy with its tags. */
    copy_of?: string | undefined;
    /** Applied in order, all or none. */
    operations?: ContentOperations | undefined;
    /** Instead of content: a mail to import; one of html, mjml, eml (a saved mail), url and design (JSON of Beefree, Unlayer, Stripo, Chamaileon, Easy Email, email-builder or GrapesJS). */
    source?: CreateTemplateSource | undefined;
    /** Instead of content: a built-in design in the colors of the brand: welcome, verify, reset, receipt, shipping, newsletter, promotion, event, survey, re-engagement, announcement, changelog. */
    starter?: string | undefined;
    /** Language of the texts of a starter; English when absent. */
    locale?: string | undefined;
    /** For backends: identifier of the tenant that has the template to copy, if it is another one. */
    copy_of_tenant?: string | undefined;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Name for programs, unique in the tenant, which backends can use in place of the id: lower-case letters, digits, - and _, as in welcome-mail; null: none. */
    key?: string | null | undefined;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** All its tags, 20 at most. */
    tags?: Array<string> | undefined;
    /** full: the whole template; compact: its version, the ids that changed and an outline. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<{
    /** UUID. */
    id: string;
    /** Absent if unnamed. */
    name?: string | undefined;
    /** Absent if it has none. */
    key?: string | undefined;
    /** One more with each change; also the ETag. */
    version: number;
    /** ISO 8601, UTC. */
    createdAt?: string | undefined;
    /** ISO 8601, UTC. */
    updatedAt?: string | undefined;
    /** Absent at the top. */
    folder_id?: string | undefined;
    /** Absent without any. */
    tags?: Array<string> | undefined;
    /** ISO 8601. */
    archived_at?: string | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    previous_version?: number | undefined;
    previous_name?: string | null | undefined;
    /** Ids of blocks, those inside sections too. The first 300. */
    added?: Array<string> | undefined;
    /** Ids of blocks. The first 300. */
    updated?: Array<string> | undefined;
    /** Ids of blocks. The first 300. */
    moved?: Array<string> | undefined;
    /** Ids of blocks. The first 300. */
    deleted?: Array<string> | undefined;
    /** How many ids are left out of lists that would have more than 300, by the name of the list. */
    left_out?: Record<string, number> | undefined;
    /** One line per block; only the changed blocks if none was added, moved or deleted, or there are more than 300. 300 lines at most, and one that says how many are left out. */
    outline?: string | undefined;
    /** The content has changes of others beside those that were sent. */
    merged?: boolean | undefined;
    /** For a save that names its tab. */
    tab?: CreateTemplateTab | undefined;
    /** Nothing was saved. */
    dry_run?: boolean | undefined;
    /** Of an import. */
    report?: CreateTemplateReport | undefined;
  }>;
  /** Read a template with its content, or with an outline or chosen blocks of it. */
  getTemplate(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** full (default): blocks and settings; compact: the same without defaults and with short ids; blocks: blocks only; outline: settings and a line per block, the cheapest; texts: only texts by id, for update_texts. */
    format?: 'full' | 'compact' | 'blocks' | 'outline' | 'texts' | undefined;
    /** Return only these blocks. */
    block_ids?: Array<string> | undefined;
    /** The version you know; if still current, only "unchanged" comes back. */
    if_version?: number | undefined;
  }): Promise<ViewedTemplate>;
  /** Change name, key, content, folder, tags or archive; what is not sent stays. */
  updateTemplate(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Name for programs, unique in the tenant, which backends can use in place of the id: lower-case letters, digits, - and _, as in welcome-mail; null: none. */
    key?: string | null | undefined;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content?: TemplateContentInput | undefined;
    /** Applied in order, all or none. */
    operations?: ContentOperations | undefined;
    /** The version the change is based on. With another one by now, nothing is changed. */
    expected_version?: number | undefined;
    /** The version that `content` was made from. If the template has a later one by now, its changes are merged into the content by block. If both changed the same block, nothing is changed, the content goes to the history, and the answer is a conflict. */
    base_version?: number | undefined;
    /** For editors that are in the channel of the template. */
    tab?: TabState | undefined;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** All its tags, 20 at most. */
    tags?: Array<string> | undefined;
    /** true: lists leave it out. */
    archived?: boolean | undefined;
    /** Check and show the result without saving. */
    dry_run?: boolean | undefined;
    /** full: the whole template; compact: its version, the ids that changed and an outline. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<ChangedTemplate>;
  /** Rename, move, tag, archive or delete up to 500 templates; each has an outcome of its own. */
  changeTemplates(input: {
    /** 500 at most. */
    ids: Array<string>;
    /** New names, in the order of ids. */
    names?: Array<string | null> | undefined;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** All its tags, 20 at most. */
    tags?: Array<string> | undefined;
    /** true: lists leave it out. */
    archived?: boolean | undefined;
    /** Tags to add. */
    add_tags?: Array<string> | undefined;
    /** Tags to remove. */
    remove_tags?: Array<string> | undefined;
    /** Delete them; goes with no other change. */
    delete?: true | undefined;
  }): Promise<{
    /** In the order of ids. */
    items: Array<{
      id: string;
      /** refused: see error. */
      status: 'changed' | 'unchanged' | 'deleted' | 'not_found' | 'refused';
      /** The present version. */
      version?: number | undefined;
      error?: string | undefined;
    }>;
    /** Not found or refused. */
    failed: number;
  }>;
  /** List all folders of templates as a tree. */
  listTemplateFolders(input?: {
    /** full: everything; compact: ids and names. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<Array<TemplateFolder>>;
  /** Create a folder for templates. */
  createTemplateFolder(input: {
    /** Up to 255 characters, unlike those beside it. */
    name: string;
    /** Id of the folder; null or "top": the top. */
    parent_id?: string | null | undefined;
    /** full: everything; compact: ids and names. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<TemplateFolder>;
  /** Rename a folder of templates, or move it into another. */
  updateTemplateFolder(input: {
    /** The folder’s id. */
    folder_id: string;
    /** Up to 255 characters, unlike those beside it. */
    name?: string | undefined;
    /** Id of the folder; null or "top": the top. */
    parent_id?: string | null | undefined;
    /** full: everything; compact: ids and names. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<TemplateFolder>;
  /** Put a folder of templates with those in it into the trash; its templates come to the top, or go with it. */
  deleteTemplateFolder(input: {
    /** The folder’s id. */
    folder_id: string;
    /** What happens to the templates in it and in its folders. */
    templates?: 'move_to_root' | 'delete' | undefined;
  }): Promise<void>;
  /** List the tags that templates have, with the number of their templates. */
  listTemplateTags(input?: Record<string, never>): Promise<
    Array<{
      name: string;
      /** Archived ones included. */
      template_count: number;
    }>
  >;
  /** Put a template with its history into the trash. */
  deleteTemplate(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The version the change is based on. With another one by now, nothing is changed. */
    expected_version?: number | undefined;
  }): Promise<void>;
  /** List files of the library, 50 a page, by folder, category and search. */
  browseMedia(input?: {
    /** Only files of this folder; left out: all. Ignored when searching. */
    folder_id?: string | undefined;
    /** Text in the name or the alternative text. */
    search?: string | undefined;
    /** Kind of file. */
    category?: 'images' | 'documents' | 'videos' | 'audio' | undefined;
    /** By upload (newest, oldest), name or size. */
    sort?: 'newest' | 'oldest' | 'name_asc' | 'name_desc' | 'size_asc' | 'size_desc' | undefined;
    /** Only files that nothing uses. */
    unused?: boolean | undefined;
    /** Only pictures without alternative text. */
    missing_alt?: boolean | undefined;
    /** Say where each file is used. */
    with_uses?: boolean | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
    /** full: everything; compact: what is needed to place a picture. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<{
    items: Array<{
      /** The file’s id. */
      id: string;
      /** With an extension that is true to the type. */
      filename: string;
      /** By content. */
      mime_type?: string | undefined;
      /** Bytes of the file at `url`. */
      size: number;
      /** full: the original; compact: the largest version that is meant for mail. Never changes its content. */
      url: string;
      /** Up to 320 pixels; null without a picture of this size. */
      small_url?: string | null | undefined;
      /** Up to 640 pixels; null without a picture of this size. */
      medium_url?: string | null | undefined;
      /** Up to 1280 pixels; null without a picture of this size. */
      large_url?: string | null | undefined;
      /** null: at the top. */
      folder_id: string | null;
      /** Whether the smaller versions that there can be are there. */
      conversions_generated?: boolean | undefined;
      /** Pixels of the picture at `url`. */
      width: number | null;
      /** Pixels of the picture at `url`. */
      height: number | null;
      /** Alternative text; empty if there is none. */
      alt_text: string;
      /** Dominant color, #rrggbb. */
      color: string | null;
      /** A blurred preview as a data URL. */
      placeholder?: string | null | undefined;
      /** ISO 8601, UTC. */
      created_at?: string | undefined;
      /** ISO 8601, UTC. */
      updated_at?: string | undefined;
      /** Where it is used; 10 at most. */
      used_by?: Array<MediaUse> | undefined;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
    /** Pass it as `cursor` to get the page before; null on the first. */
    prev_cursor: string | null;
    /** Where the list is. */
    path?: string | undefined;
  }>;
  /** Add a file to the library. */
  uploadMedia(input: {
    /** The file. */
    file: Blob;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** Up to 255 characters; an extension that fits the type is added. */
    filename?: string | undefined;
    /** Alternative text; null or empty: none. */
    alt_text?: string | null | undefined;
  }): Promise<MediaItem>;
  /** Fetch a file from the web and add it to the library. */
  importMediaFromUrl(input: {
    /** Address of the file itself, http or https. */
    url: string;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** full: everything; compact: what is needed to place a picture. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<MediaItem>;
  /** Put files into a folder, or to the top. */
  moveMedia(input: {
    /** Ids of files, 1,000 at most; unknown ids are ignored. */
    ids: Array<string>;
    /** Id of the folder; null or "top": the top. */
    folder_id: string | null;
  }): Promise<Array<MediaItem>>;
  /** Put files with every version they have had into the trash; their addresses work as long as they are there. */
  deleteMedia(input: {
    /** Ids of files, 1,000 at most; unknown ids are ignored. */
    ids: Array<string>;
    /** true: delete also files that are in use. */
    force?: boolean | undefined;
    /** Without force: true deletes the files that are not in use; false deletes none if one is in use. */
    partial?: boolean | undefined;
    /** Delete nothing; in_use says where files are used. */
    dry_run?: boolean | undefined;
  }): Promise<void>;
  /** Where these files are used: templates, their history and comments, saved modules, the brand. */
  checkMediaUsage(input: {
    /** Ids of files, 1,000 at most; unknown ids are ignored. */
    ids: Array<string>;
  }): Promise<
    Record<
      string,
      {
        /** Number of templates and other places that use the file. */
        template_count: number;
        /** Their names; with the kind in brackets for history, comments and saved modules. */
        template_names: Array<string>;
        /** Where the file is used: templates, their snapshots and comments, saved modules, the brand; of each kind 50 at most. */
        uses: Array<MediaUse>;
      }
    >
  >;
  /** The files most templates show, 12 at most. */
  listFrequentMedia(input?: Record<string, never>): Promise<Array<MediaItem>>;
  /** List all folders of the library as a tree. */
  listMediaFolders(input?: {
    /** full: everything; compact: what is needed to place a picture. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<Array<MediaFolder>>;
  /** Create a folder in the library. */
  createMediaFolder(input: {
    /** Up to 255 characters, unlike those beside it. */
    name: string;
    /** Id of the folder; null or "top": the top. */
    parent_id?: string | null | undefined;
    /** full: everything; compact: what is needed to place a picture. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<MediaFolder>;
  /** Rename a folder, or move it into another. */
  updateMediaFolder(input: {
    /** The folder’s id. */
    folder_id: string;
    /** Up to 255 characters, unlike those beside it. */
    name?: string | undefined;
    /** Id of the folder; null or "top": the top. */
    parent_id?: string | null | undefined;
    /** full: everything; compact: what is needed to place a picture. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<MediaFolder>;
  /** Put a folder with those in it into the trash; its files come to the top, or go with it. */
  deleteMediaFolder(input: {
    /** The folder’s id. */
    folder_id: string;
    /** What happens to the files in it and in its folders. */
    files?: 'move_to_root' | 'delete' | undefined;
    /** true: delete also files that are in use. */
    force?: boolean | undefined;
  }): Promise<void>;
  /** Rename a file, or change its alternative text; what is not sent stays. */
  updateMedia(input: {
    /** The file’s id. */
    media_id: string;
    /** Up to 255 characters; an extension that fits the type is added. */
    filename?: string | undefined;
    /** Alternative text; null or empty: none. */
    alt_text?: string | null | undefined;
  }): Promise<MediaItem>;
  /** Put another file in the place of one; it gets new URLs, the old ones go on showing the old file. */
  replaceMedia(input: {
    /** The file’s id. */
    media_id: string;
    /** The file. */
    file: Blob;
  }): Promise<MediaItem>;
  /** Render a stored template as HTML, MJML and plain text. */
  exportTemplate(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** What comes back. */
    format?: 'html' | 'mjml' | 'both' | undefined;
    /** Also return the mail as plain text. */
    plain_text?: boolean | undefined;
    /** Sample values for Liquid merge tags; without it tags stay as they are. */
    data?: Record<string, unknown> | undefined;
    /** Web fonts of the project. */
    custom_fonts?: Array<CustomFont> | undefined;
    /** Fonts behind those that name no fallback. */
    default_fallback?: string | undefined;
  }): Promise<RenderedMail>;
  /** Render a stored template with values: subject, preheader, HTML, MJML and plain text to send. */
  renderTemplate(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Values for the Liquid merge tags, up to 262,144 characters of JSON. */
    data?: Record<string, unknown> | undefined;
    /** Refuse if `data` lacks a variable that the mail prints. Default false. */
    strict?: boolean | undefined;
    /** What comes back. */
    format?: 'html' | 'mjml' | 'both' | undefined;
    /** Web fonts of the project. */
    custom_fonts?: Array<CustomFont> | undefined;
    /** Fonts behind those that name no fallback. */
    default_fallback?: string | undefined;
  }): Promise<FilledTemplate>;
  /** A picture of a stored template as PNG, drawn from its HTML. */
  getTemplateThumbnail(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Width of the picture in pixels. */
    width?: number | undefined;
    /** A longer mail is cut off here. Four times the width when absent, 4000 at most. */
    max_height?: number | undefined;
    /** "phone": 375 CSS pixels wide, with columns below each other. */
    layout?: 'desktop' | 'phone' | undefined;
    /** With the colors of dark mode. */
    dark?: boolean | undefined;
  }): Promise<Blob>;
  /** A picture of a starter as PNG, in the brand of the tenant. */
  getStarterThumbnail(input: {
    /** Name of a starter. */
    starter:
      | 'welcome'
      | 'verify'
      | 'reset'
      | 'receipt'
      | 'shipping'
      | 'newsletter'
      | 'promotion'
      | 'event'
      | 'survey'
      | 're-engagement'
      | 'announcement'
      | 'changelog';
    /** Language of its texts; English when absent. */
    locale?: string | undefined;
    /** Width of the picture in pixels. */
    width?: number | undefined;
    /** A longer mail is cut off here. Four times the width when absent, 4000 at most. */
    max_height?: number | undefined;
    /** "phone": 375 CSS pixels wide, with columns below each other. */
    layout?: 'desktop' | 'phone' | undefined;
    /** With the colors of dark mode. */
    dark?: boolean | undefined;
  }): Promise<Blob>;
  /** Render content that is not stored as HTML, MJML and plain text. */
  renderContent(input: {
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content: TemplateContentInput;
    /** Name or subject of the mail. */
    title?: string | undefined;
    /** For previews: each block gets a class, this prefix and its number in reading order from 0. Blocks that show nothing leave a space. */
    block_markers?: string | undefined;
    /** What comes back. */
    format?: 'html' | 'mjml' | 'both' | undefined;
    /** Also return the mail as plain text. */
    plain_text?: boolean | undefined;
    /** Sample values for Liquid merge tags; without it tags stay as they are. */
    data?: Record<string, unknown> | undefined;
    /** Web fonts of the project. */
    custom_fonts?: Array<CustomFont> | undefined;
    /** Fonts behind those that name no fallback. */
    default_fallback?: string | undefined;
  }): Promise<RenderedMail>;
  /** Compile MJML to HTML; files that it includes are left out. */
  compileMjml(input: {
    /** MJML, up to 1,048,576 characters. */
    mjml: string;
  }): Promise<{
    html: string;
  }>;
  /** Send a template as a test mail to somebody the customer has vouched for. */
  sendTestEmail(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Who gets the mail: one of `allowed_emails`. */
    recipient: string;
    /** Who may get test mails: the list of the token answer, unchanged. */
    allowed_emails: Array<string>;
    /** Hex HMAC-SHA256 of `JSON.stringify(allowed_emails)` with the project’s signing key. */
    signature: string;
    /** The mail: what the export has answered. Anything else is sanitized before it is sent. */
    html: string;
  }): Promise<void>;
  /** Send content that is not stored as a test mail to somebody the customer has vouched for. */
  sendContentAsTestEmail(input: {
    /** Who gets the mail: one of `allowed_emails`. */
    recipient: string;
    /** Who may get test mails: the list of the token answer, unchanged. */
    allowed_emails: Array<string>;
    /** Hex HMAC-SHA256 of `JSON.stringify(allowed_emails)` with the project’s signing key. */
    signature: string;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content: TemplateContentInput;
    /** Subject of the mail; default: `settings.subject`. */
    title?: string | undefined;
  }): Promise<void>;
  /** Make a template of a mail made with Beefree, and report what was changed or lost. */
  importFromBeefree(input: {
    /** The design: its JSON, as an object or as text. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with Unlayer, and report what was changed or lost. */
  importFromUnlayer(input: {
    /** The design: its JSON, as an object or as text. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with Chamaileon, and report what was changed or lost. */
  importFromChamaileon(input: {
    /** The design: its JSON, as an object or as text. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with EasyEmail, and report what was changed or lost. */
  importFromEasyEmail(input: {
    /** The design: its JSON, as an object or as text. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with EmailBuilder, and report what was changed or lost. */
  importFromEmailBuilder(input: {
    /** The design: its JSON, as an object or as text. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with GrapesJS, and report what was changed or lost. */
  importFromGrapesJS(input: {
    /** The design: its JSON, as an object or as text. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with Stripo, and report what was changed or lost. */
  importFromStripo(input: {
    /** The HTML, or an object of `html` and `css`, as the plugin hands out. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with MJML, and report what was changed or lost. */
  importFromMJML(input: {
    /** The text of the MJML. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
    /** The source is the bytes of the file as base64; their charset is found. */
    encoding?: 'base64' | undefined;
    /** Texts of the files it includes, by path. */
    includes?: Record<string, string> | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with HTML, and report what was changed or lost. */
  importFromHTML(input: {
    /** The text of the HTML. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
    /** The source is the bytes of the file as base64; their charset is found. */
    encoding?: 'base64' | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with EML, and report what was changed or lost. */
  importFromEML(input: {
    /** The text of the EML. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
    /** The source is the bytes of the file as base64; their charset is found. */
    encoding?: 'base64' | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail made with ZIP, and report what was changed or lost. */
  importFromZIP(input: {
    /** The archive as base64: a mail and its pictures. */
    source: unknown;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** Make a template of a mail on the web, and report what was changed or lost. */
  importFromUrl(input: {
    /** Address of the page, HTML or MJML. */
    url: string;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Return the content without saving it, or copying pictures. */
    dry_run?: boolean | undefined;
    /** Copy pictures of other hosts to the media library. */
    copy_images?: boolean | undefined;
  }): Promise<ImportedTemplate>;
  /** List snapshots of a template, newest first: up to 50 a page, with contents of up to 8 MB. */
  listSnapshots(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Most snapshots on the page. */
    limit?: number | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
    /** full: with content; compact: without. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<{
    items: Array<ViewedSnapshot>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Snapshot the content sent, or the current content of the template if none is sent. */
  createSnapshot(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content?: TemplateContentInput | undefined;
    /** What people read in the list. */
    label?: string | null | undefined;
    /** Whether it may be thinned with age. If left out: true for content sent without a label, as editors save by themselves; false otherwise. */
    is_autosave?: boolean | undefined;
    /** full: with content; compact: without. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<ViewedSnapshot>;
  /** Read one snapshot with its content, or with an outline or chosen blocks of it. */
  getSnapshot(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The snapshot’s id. */
    snapshot_id: string;
    /** full (default): blocks and settings; compact: the same without defaults and with short ids; blocks: blocks only; outline: settings and a line per block, the cheapest; texts: only texts by id, for update_texts. */
    format?: 'full' | 'compact' | 'blocks' | 'outline' | 'texts' | undefined;
    /** Return only these blocks. */
    block_ids?: Array<string> | undefined;
    /** "now" or another snapshot’s id: what changed from this one to that; content only if format is sent. */
    diff_with?: string | undefined;
  }): Promise<ComparedSnapshot>;
  /** Delete a snapshot permanently; the template and its other snapshots stay. */
  deleteSnapshot(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The snapshot’s id. */
    snapshot_id: string;
  }): Promise<void>;
  /** Restore a template to a snapshot, after a snapshot of the present content. */
  restoreSnapshot(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The snapshot’s id. */
    snapshot_id: string;
    /** The version the change is based on. With another one by now, nothing is changed. */
    expected_version?: number | undefined;
    /** full: the whole template; compact: its version, the ids that changed and an outline. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<ChangedTemplate>;
  /** What changed from one state of a template to another: blocks, fields, texts word by word. */
  diffTemplate(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** A snapshot’s id, a version such as "3", or "now" for the present content. */
    from: string;
    /** The same; the present content if left out. */
    to?: string | undefined;
    /** full: every change as data, with operations; compact: a short text. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<TemplateDiff>;
  /** List the changes of a template by agents that can be undone: the last 500 of 30 days, newest first. */
  listAgentChanges(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<{
      /** The template’s version after the change. */
      version: number;
      /** ISO 8601, UTC. */
      at: string;
      /** `agent:` and the id of its key or connection. */
      author_identifier: string;
      author_name: string;
      /** The version that the spell of work began with: changes of one agent with pauses of 30 minutes at most. */
      spell: number;
      /** Of `content`, `name`, `key`, `folder_id`, `tags` and `archived`. */
      changed: Array<string>;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Undo a change of a template by an agent, or its whole spell of work; what others have changed stays. */
  undoAgentChanges(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The version that the change made; left out: the last change by an agent. */
    version?: number | undefined;
    /** Undo all that the agent did around that change with pauses of 30 minutes at most. */
    whole_spell?: boolean | undefined;
    /** The version the change is based on. With another one by now, nothing is changed. */
    expected_version?: number | undefined;
    /** full: the whole template; compact: its version, the ids that changed and an outline. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<{
    /** UUID. */
    id: string;
    /** Absent if unnamed. */
    name?: string | undefined;
    /** Absent if it has none. */
    key?: string | undefined;
    /** One more with each change; also the ETag. */
    version: number;
    /** ISO 8601, UTC. */
    createdAt?: string | undefined;
    /** ISO 8601, UTC. */
    updatedAt?: string | undefined;
    /** Absent at the top. */
    folder_id?: string | undefined;
    /** Absent without any. */
    tags?: Array<string> | undefined;
    /** ISO 8601. */
    archived_at?: string | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    previous_version?: number | undefined;
    previous_name?: string | null | undefined;
    /** Ids of blocks, those inside sections too. The first 300. */
    added?: Array<string> | undefined;
    /** Ids of blocks. The first 300. */
    updated?: Array<string> | undefined;
    /** Ids of blocks. The first 300. */
    moved?: Array<string> | undefined;
    /** Ids of blocks. The first 300. */
    deleted?: Array<string> | undefined;
    /** How many ids are left out of lists that would have more than 300, by the name of the list. */
    left_out?: Record<string, number> | undefined;
    /** One line per block; only the changed blocks if none was added, moved or deleted, or there are more than 300. 300 lines at most, and one that says how many are left out. */
    outline?: string | undefined;
    /** The content has changes of others beside those that were sent. */
    merged?: boolean | undefined;
    /** For a save that names its tab. */
    tab?: CreateTemplateTab | undefined;
    /** Nothing was saved. */
    dry_run?: boolean | undefined;
    /** The versions that the changes made; empty if nothing of them was left. */
    undone: Array<number>;
  }>;
  /** List the comment threads of a template, each with its replies, the oldest first. */
  listComments(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Only threads that are open, or resolved. */
    status?: 'all' | 'open' | 'resolved' | undefined;
    /** Only threads about this block, by its id. */
    block_id?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
    /** full: every field, all threads at once; compact: what an agent needs, in pages. */
    answer?: 'full' | 'compact' | undefined;
  }): Promise<{
    /** Threads; compact: 25 at most. */
    items: Array<Comment>;
    /** Open threads of the template. */
    open: number;
    /** Resolved threads. */
    resolved: number;
    /** Comments altogether. */
    comments: number;
    /** null unless compact. */
    next_cursor: string | null;
  }>;
  /** Comment on a template or one of its blocks, or reply to a thread. */
  createComment(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Plain text, up to 10,000 characters; markup is shown as text. */
    body: string;
    /** The block it is about; leave out for the whole template. Replies are about their thread’s. */
    block_id?: string | null | undefined;
    /** The thread to reply to, by the id of its root. */
    parent_id?: string | null | undefined;
    /** full: every field, all threads at once; compact: what an agent needs, in pages. */
    answer?: 'full' | 'compact' | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<Comment>;
  /** Change the text of an own comment. */
  updateComment(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The comment’s id. */
    comment_id: string;
    /** Plain text, up to 10,000 characters; markup is shown as text. */
    body: string;
    /** full: every field, all threads at once; compact: what an agent needs, in pages. */
    answer?: 'full' | 'compact' | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<Comment>;
  /** Delete an own reply for good, or put a thread with all replies into the trash by its first comment. */
  deleteComment(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The comment’s id. */
    comment_id: string;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<void>;
  /** Resolve or reopen a thread. */
  resolveComment(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** The comment’s id. */
    comment_id: string;
    /** The new state; if left out, it is toggled. */
    resolved?: boolean | undefined;
    /** full: every field, all threads at once; compact: what an agent needs, in pages. */
    answer?: 'full' | 'compact' | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<Comment>;
  /** List the saved modules of the tenant and the shared ones of the project by name. */
  listSavedModules(input?: {
    /** Text the name must contain, upper or lower case. */
    search?: string | undefined;
    /** Only those of this category. */
    category?: string | undefined;
  }): Promise<Array<SavedModule>>;
  /** Save blocks for reuse by the tenant, or if shared by all tenants of the project. */
  createSavedModule(input: {
    /** 1-255 characters. */
    name: string;
    /** The blocks, at least one. Stored as sent. Editors give them new ids when they insert them. */
    content: unknown;
    /** What it is listed under, up to 100 characters; empty or null: nothing. */
    category?: string | null | undefined;
    /** Whether all tenants of the project can use it. Only a token with `share_modules` may change this, or a shared module. */
    shared?: boolean | undefined;
  }): Promise<SavedModule>;
  /** Change name, blocks, category or sharing of a saved module; what is not sent stays. */
  updateSavedModule(input: {
    /** The module’s id. */
    module_id: string;
    /** 1-255 characters. */
    name?: string | undefined;
    /** The blocks, at least one. Stored as sent. Editors give them new ids when they insert them. */
    content?: unknown | undefined;
    /** What it is listed under, up to 100 characters; empty or null: nothing. */
    category?: string | null | undefined;
    /** Whether all tenants of the project can use it. Only a token with `share_modules` may change this, or a shared module. */
    shared?: boolean | undefined;
  }): Promise<SavedModule>;
  /** Put a saved module into the trash; templates made from it stay. */
  deleteSavedModule(input: {
    /** The module’s id. */
    module_id: string;
  }): Promise<void>;
  /** Replace an address, a domain of links, a color, a text or a block in many templates. */
  replaceInTemplates(input: {
    /** address: of a picture or link; domain: host of links; text: shown text, case matters. */
    what: 'address' | 'domain' | 'color' | 'text' | 'block';
    /** What to replace. address: also a media id. block: id or name of a saved module, or <template id>#<block id>. */
    find: string;
    /** What comes in its place. Empty: text and blocks are removed. */
    replace: string;
    /** Only these; left out: all that fit the filters and have it. */
    template_ids?: Array<string> | undefined;
    /** "top": in no folder. */
    folder_id?: string | undefined;
    /** A tag they have. */
    tag?: string | undefined;
    /** Id of a media file. */
    uses_media?: string | undefined;
    /** Type of a block in it. */
    block_type?: string | undefined;
    /** Host of a link in it. */
    link_domain?: string | undefined;
    /** true: archived templates too. */
    archived?: boolean | undefined;
    /** Change nothing if one cannot be. */
    all_or_none?: boolean | undefined;
    /** Only show what would change, and a plan. */
    dry_run?: boolean | undefined;
    /** From the dry run: refused if a template has changed since. */
    plan?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<ReplaceOutput>;
  /** List changes in the tenant with their actors, newest first. */
  listActivity(input?: {
    /** Id of the user or API key. */
    actor?: string | undefined;
    /** Such as `comment.created`, or `comment` for all of them. */
    type?: string | undefined;
    /** ISO 8601: a time, or a date, which begins at midnight UTC. */
    since?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<ActivityPage>;
  /** List changes of a template with their actors, newest first. */
  listTemplateActivity(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Id of the user or API key. */
    actor?: string | undefined;
    /** Such as `comment.created`, or `comment` for all of them. */
    type?: string | undefined;
    /** ISO 8601: a time, or a date, which begins at midnight UTC. */
    since?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<ActivityPage>;
  /** Whether a template meets WCAG 2.2 and EN 301 549: each rule with its verdict and places, signed. */
  getAccessibilityReport(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
  }): Promise<GetAccessibilityReport>;
  /** The accessibility report as a page to print. */
  printAccessibilityReport(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
  }): Promise<Blob>;
  /** Rate a template or unsaved content for spam, readability, accessibility and best practices. */
  scoreTemplate(input?: {
    /** The template’s id; in the backend API its key, too. */
    template_id?: string | undefined;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    current_content?: TemplateContentInput | undefined;
    /** Subject line; default: `settings.subject`. Without either, rules about it are not measured. */
    subject?: string | undefined;
    /** marketing mails need an unsubscribe link and a postal address. Default: what its texts tell. */
    kind?: 'marketing' | 'transactional' | undefined;
    /** Only these areas; default: all. */
    areas?: Array<'spam' | 'readability' | 'accessibility' | 'bestPractices'> | undefined;
    /** Most findings. */
    max_findings?: number | undefined;
    /** each: operations with each finding; together: one list for update-template. */
    fixes?: 'each' | 'together' | 'none' | undefined;
    /** Also check the rendered HTML; takes longer. */
    render?: boolean | undefined;
    /** Also each rule of WCAG and EN 301 549 with its verdict, signed. */
    accessibility_report?: boolean | undefined;
    /** The known merge tags; others are then reported as unknown. */
    merge_tags?: Array<KnownMergeTag> | undefined;
  }): AsyncGenerator<StreamEvent | ({ type: 'done' } & { result: ScoreResult })>;
  /** List proposed changes of templates, newest first. */
  listProposals(input?: {
    /** The template’s id; in the backend API its key, too. */
    template_id?: string | undefined;
    /** `change` of a template, `create`: a new template, `delete`: its deletion. */
    kind?: 'change' | 'create' | 'delete' | undefined;
    /** `undecided`: open and conflicting ones. All if left out. */
    state?: 'open' | 'conflicting' | 'accepted' | 'refused' | 'withdrawn' | 'undecided' | undefined;
    /** Only those of the caller. */
    mine?: boolean | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<Proposal>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Propose a new template, which others accept or refuse. */
  proposeTemplate(input?: {
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content?: TemplateContentInput | undefined;
    /** Instead of content: id of a template to copy with its tags. */
    copy_of?: string | undefined;
    /** Applied in order, all or none. */
    operations?: ContentOperations | undefined;
    /** Instead of content: a mail to import; one of html, mjml, eml (a saved mail), url and design (JSON of Beefree, Unlayer, Stripo, Chamaileon, Easy Email, email-builder or GrapesJS). */
    source?: CreateTemplateSource | undefined;
    /** Instead of content: a built-in design in the colors of the brand: welcome, verify, reset, receipt, shipping, newsletter, promotion, event, survey, re-engagement, announcement, changelog. */
    starter?: string | undefined;
    /** Language of the texts of a starter; English when absent. */
    locale?: string | undefined;
    /** For backends: identifier of the tenant that has the template to copy, if it is another one. */
    copy_of_tenant?: string | undefined;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Name for programs, unique in the tenant, which backends can use in place of the id: lower-case letters, digits, - and _, as in welcome-mail; null: none. */
    key?: string | null | undefined;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** All its tags, 20 at most. */
    tags?: Array<string> | undefined;
    /** Why: people read it beside what changes. */
    note?: string | undefined;
    /** Check and show the result without proposing it. */
    dry_run?: boolean | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<{
    /** Absent in a dry run. */
    proposal_id?: string | undefined;
    /** Absent for a new template. */
    template_id?: string | undefined;
    /** The template’s version, which has not changed. */
    version?: number | undefined;
    /** `conflicting`: others have changed the same blocks since; it is undecided, as `open` ones are. */
    state?: 'open' | 'conflicting' | 'accepted' | 'refused' | 'withdrawn' | undefined;
    /** One line per change, or the outline of a new template; at most some 12,000 characters. */
    diff: string;
    /** 0 to 100; null: not scored. */
    score_before: number | null;
    /** 0 to 100; null: not scored. */
    score_after: number | null;
    /** The page of the dashboard on which people decide on it. */
    review_url?: string | undefined;
    /** Of an import. */
    report?: CreateTemplateReport | undefined;
  }>;
  /** Propose a change of a template, or its deletion, which others accept or refuse. */
  proposeChange(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Up to 255 characters; null or blank: unnamed. */
    name?: string | null | undefined;
    /** Name for programs, unique in the tenant, which backends can use in place of the id: lower-case letters, digits, - and _, as in welcome-mail; null: none. */
    key?: string | null | undefined;
    /** Id of the folder; null or "top": the top. */
    folder_id?: string | null | undefined;
    /** All its tags, 20 at most. */
    tags?: Array<string> | undefined;
    /** true: lists leave it out. */
    archived?: boolean | undefined;
    /** Applied in order, all or none. */
    operations?: ContentOperations | undefined;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    content?: TemplateContentInput | undefined;
    /** Delete the template; goes with no other change. */
    delete?: true | undefined;
    /** The version the change is based on. With another one by now, nothing is changed. */
    expected_version?: number | undefined;
    /** Why: people read it beside what changes. */
    note?: string | undefined;
    /** Check and show the result without proposing it. */
    dry_run?: boolean | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<ProposedAnswer>;
  /** Get one proposal with its diff, and while it is undecided the proposed content. */
  getProposal(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id?: string | undefined;
    /** The proposal’s id. */
    proposal_id: string;
  }): Promise<WholeProposal>;
  /** Accept a proposal, or the changes of single blocks and fields. */
  acceptProposal(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id?: string | undefined;
    /** The proposal’s id. */
    proposal_id: string;
    /** Accept the changes of these blocks and fields only, by the ids in `changes`. All if left out. */
    blocks?: Array<string> | undefined;
    /** The version the change is based on. With another one by now, nothing is changed. */
    expected_version?: number | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<Proposal>;
  /** Refuse a proposal, with a reason that its author reads. */
  refuseProposal(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id?: string | undefined;
    /** The proposal’s id. */
    proposal_id: string;
    /** For the author, who reads it. */
    reason?: string | undefined;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<Proposal>;
  /** Withdraw one’s own proposal. */
  withdrawProposal(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id?: string | undefined;
    /** The proposal’s id. */
    proposal_id: string;
    /** The signed user’s id. Required of people, as are name and signature. */
    user_id?: string | undefined;
    /** The name to show. */
    user_name?: string | undefined;
    /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
    user_signature?: string | undefined;
  }): Promise<Proposal>;
  /** Messages of the most recent conversation with the model about a template. */
  listConversationMessages(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
  }): Promise<ConversationMessages>;
  /** Three prompts to begin a mail with. */
  suggestPrompts(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    current_content?: TemplateContentInput | undefined;
    /** Merge tags that may be used; no others are. */
    merge_tags?: Array<KnownMergeTag> | undefined;
  }): AsyncGenerator<StreamEvent | ({ type: 'done' } & Suggestions)>;
  /** Generate or change the content of an editor’s canvas by a prompt, without storing it. */
  generateContent(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** What the mail is for and what it says, or what to change. */
    prompt: string;
    /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
    current_content: TemplateContentInput;
    /** Merge tags that may be used; no others are. */
    merge_tags?: Array<KnownMergeTag> | undefined;
    /** Conversation to continue; null or left out: a new one. */
    conversation_id?: string | null | undefined;
    /** What sort of mail it is. */
    kind?: 'marketing' | 'transactional' | undefined;
    /** BCP-47 language of the texts, such as de. */
    locale?: string | undefined;
  }): AsyncGenerator<StreamEvent | ({ type: 'done' } & GeneratedContent)>;
  /** Rewrite a text as an instruction says; merge tags and inline markup stay exactly as they are. */
  rewriteText(input: {
    /** Plain text or HTML. */
    content: string;
    /** What to do, e.g. "shorter and friendlier". */
    instruction: string;
    /** How it should sound. */
    tone?: string | undefined;
    /** BCP-47 language of the texts, such as de. */
    locale?: string | undefined;
    /** Template the text is of. */
    template_id?: string | undefined;
    /** Merge tags that may be used; no others are. */
    merge_tags?: Array<KnownMergeTag> | undefined;
  }): AsyncGenerator<StreamEvent | ({ type: 'done' } & RewrittenText)>;
  /** Put right one finding of a score in the HTML of a block: by the rule’s own fix, else by the model. */
  fixFinding(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** HTML of the block. */
    content: string;
    /** The finding to fix. */
    finding: {
      /** The id in the score. */
      id: string;
      message?: string | undefined;
      suggestion?: string | undefined;
      category?: string | undefined;
    };
    /** The known merge tags; others are then reported as unknown. */
    merge_tags?: Array<KnownMergeTag> | undefined;
  }): AsyncGenerator<StreamEvent | ({ type: 'done' } & FixedContent)>;
  /** Rebuild a design, given as a picture or PDF, as content, without storing it; or make content from a prompt alone. */
  generateFromDesign(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
    /** What to make of it. */
    prompt?: string | undefined;
    /** The file. */
    image_upload?: Blob | undefined;
    /** The file. */
    pdf_upload?: Blob | undefined;
  }): AsyncGenerator<StreamEvent | ({ type: 'done' } & DesignedContent)>;
}
export const TENANT_OPERATIONS = {
  getProjectConfig: 'GET data config',
  getUsage: 'GET data usage',
  listTrash: 'GET page trash',
  emptyTrash: 'POST data trash/empty',
  restoreFromTrash: 'POST data trash/:trash_id/restore signed',
  deleteFromTrash: 'DELETE nothing trash/:trash_id',
  listStarters: 'GET items starters',
  listTemplates: 'GET page templates',
  createTemplate: 'POST data templates',
  getTemplate: 'GET data templates/:template_id',
  updateTemplate: 'PUT data templates/:template_id',
  changeTemplates: 'POST data templates/bulk',
  listTemplateFolders: 'GET items template-folders',
  createTemplateFolder: 'POST data template-folders',
  updateTemplateFolder: 'PUT data template-folders/:folder_id',
  deleteTemplateFolder: 'DELETE nothing template-folders/:folder_id',
  listTemplateTags: 'GET items template-tags',
  deleteTemplate: 'DELETE nothing templates/:template_id',
  browseMedia: 'GET page media/browse',
  uploadMedia: 'POST data media/upload form',
  importMediaFromUrl: 'POST data media/import-from-url',
  moveMedia: 'POST items media/move',
  deleteMedia: 'POST nothing media/delete',
  checkMediaUsage: 'POST data media/check-usage read',
  listFrequentMedia: 'GET items media/frequently-used',
  listMediaFolders: 'GET items media/folders',
  createMediaFolder: 'POST data media/folders',
  updateMediaFolder: 'PUT data media/folders/:folder_id',
  deleteMediaFolder: 'DELETE nothing media/folders/:folder_id',
  updateMedia: 'PUT data media/:media_id',
  replaceMedia: 'POST data media/:media_id/replace form',
  exportTemplate: 'POST data templates/:template_id/export read',
  renderTemplate: 'POST data templates/:template_id/render read',
  getTemplateThumbnail: 'GET picture templates/:template_id/thumbnail.png',
  getStarterThumbnail: 'GET picture starters/thumbnail.png',
  renderContent: 'POST data render read',
  compileMjml: 'POST data render/mjml read',
  sendTestEmail: 'POST nothing templates/:template_id/send-test-email recipients',
  sendContentAsTestEmail: 'POST nothing send-test-email recipients',
  importFromBeefree: 'POST data templates/import/from-beefree',
  importFromUnlayer: 'POST data templates/import/from-unlayer',
  importFromChamaileon: 'POST data templates/import/from-chamaileon',
  importFromEasyEmail: 'POST data templates/import/from-easy-email',
  importFromEmailBuilder: 'POST data templates/import/from-email-builder',
  importFromGrapesJS: 'POST data templates/import/from-grapesjs',
  importFromStripo: 'POST data templates/import/from-stripo',
  importFromMJML: 'POST data templates/import/from-mjml',
  importFromHTML: 'POST data templates/import/from-html',
  importFromEML: 'POST data templates/import/from-eml',
  importFromZIP: 'POST data templates/import/from-zip',
  importFromUrl: 'POST data templates/import/from-url',
  listSnapshots: 'GET page templates/:template_id/snapshots',
  createSnapshot: 'POST data templates/:template_id/snapshots',
  getSnapshot: 'GET data templates/:template_id/snapshots/:snapshot_id',
  deleteSnapshot: 'DELETE nothing templates/:template_id/snapshots/:snapshot_id',
  restoreSnapshot: 'POST data templates/:template_id/snapshots/:snapshot_id/restore',
  diffTemplate: 'GET data templates/:template_id/diff',
  listAgentChanges: 'GET page templates/:template_id/agent-changes',
  undoAgentChanges: 'POST data templates/:template_id/undo',
  listComments: 'GET page templates/:template_id/comments',
  createComment: 'POST data templates/:template_id/comments signed',
  updateComment: 'PUT data templates/:template_id/comments/:comment_id signed',
  deleteComment: 'DELETE nothing templates/:template_id/comments/:comment_id signed',
  resolveComment: 'POST data templates/:template_id/comments/:comment_id/resolve signed',
  listSavedModules: 'GET items saved-modules',
  createSavedModule: 'POST data saved-modules',
  updateSavedModule: 'PUT data saved-modules/:module_id',
  deleteSavedModule: 'DELETE nothing saved-modules/:module_id',
  replaceInTemplates: 'POST data templates/replace',
  listActivity: 'GET page activity',
  listTemplateActivity: 'GET page templates/:template_id/activity',
  getAccessibilityReport: 'GET data templates/:template_id/accessibility-report',
  printAccessibilityReport: 'GET file templates/:template_id/accessibility-report.html',
  scoreTemplate: 'POST events templates/:template_id/ai/score read',
  listProposals: 'GET page proposals',
  proposeTemplate: 'POST data proposals signed',
  proposeChange: 'POST data templates/:template_id/proposals signed',
  getProposal: 'GET data proposals/:proposal_id',
  acceptProposal: 'POST data proposals/:proposal_id/accept signed',
  refuseProposal: 'POST data proposals/:proposal_id/refuse signed',
  withdrawProposal: 'POST data proposals/:proposal_id/withdraw signed',
  listConversationMessages: 'GET list templates/:template_id/ai/conversation-messages',
  suggestPrompts: 'POST events templates/:template_id/ai/suggestions',
  generateContent: 'POST events templates/:template_id/ai/generate',
  rewriteText: 'POST events templates/:template_id/ai/rewrite-text',
  fixFinding: 'POST events templates/:template_id/ai/fix-finding',
  generateFromDesign: 'POST events templates/:template_id/ai/generate-from-design form',
} satisfies Record<keyof TenantOperations, string>;

/** Operations for everybody. Paths are below `/api/v1/`. */
export interface PublicOperations {
  /** Tell whether the service can reach its database. */
  checkHealth(input?: {
    /** Any text; the answer has it signed, by which `galley doctor` recognizes its server. */
    challenge?: string | undefined;
  }): Promise<{
    status: 'ok';
    /** Where to try whether websockets get through: with TLS on port 443, otherwise plain. */
    websocket?: WebsocketAddress | undefined;
    /** The signed `challenge`. */
    proof?: string | undefined;
    backup?: BackupStatus | undefined;
    /** The certificate that the server gets and renews by itself; only if it does. */
    certificate?: CertificateStatus | undefined;
  }>;
  /** Tell whether the service can read and write; 503 with the reason if not, such as a full disk. `degraded`: media files cannot be reached, or servers do not reach each other. */
  checkReadiness(input?: Record<string, never>): Promise<{
    status: 'ready' | 'degraded';
  }>;
}
export const PUBLIC_OPERATIONS = {
  checkHealth: 'GET bare health',
  checkReadiness: 'GET bare ready',
} satisfies Record<keyof PublicOperations, string>;

/** Operations on a project. Paths are below the project. */
export interface ProjectOperations {
  /** List the tenants of a project. */
  listTenants(input?: {
    /** Text that the identifier or the shown name contains. Upper and lower case of A-Z are the same. */
    search?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<Tenant>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Create a tenant, which its first token would do too. */
  createTenant(input: {
    tenant: string;
    /** The name people read; null: none. */
    name?: string | null | undefined;
    /** null: that of the project. */
    plan?: string | null | undefined;
    /** The whole brand; fields it does not have are those of the project; null: all are. */
    brand?: Record<string, unknown> | null | undefined;
  }): Promise<Tenant>;
  /** A tenant of a project. */
  getTenant(input: { tenant: string }): Promise<Tenant>;
  /** Give a tenant another shown name, plan or brand, suspend it, or end its suspension. */
  updateTenant(input: {
    tenant: string;
    /** The name people read; null: none. */
    name?: string | null | undefined;
    /** null: that of the project. */
    plan?: string | null | undefined;
    /** The whole brand; fields it does not have are those of the project; null: all are. */
    brand?: Record<string, unknown> | null | undefined;
    /** null: not suspended. */
    suspended?: 'read_only' | 'blocked' | null | undefined;
  }): Promise<Tenant>;
  /** Move a tenant with everything it has stored to the trash, or delete it for good. */
  deleteTenant(input: {
    tenant: string;
    /** For good, at once. Without such a tenant: those in the trash. */
    now?: boolean | undefined;
  }): Promise<{
    project_id: string;
    tenant: string;
    /** When it is deleted for good; null: it is already. */
    purge_at: string | null;
  }>;
  /** List the tenants of a project that are in the trash. */
  listDeletedTenants(input?: {
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<DeletedTenant>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Take a tenant out of the trash, with everything it had. */
  restoreTenant(input: {
    tenant: string;
    /** Which of several of this identifier; left out: the one deleted last. */
    id?: number | undefined;
    /** Another identifier, where its own is taken. */
    as?: string | undefined;
  }): Promise<Tenant>;
  /** The plan of a tenant, with its own features and limits. */
  getTenantPlan(input: { tenant: string }): Promise<TenantPlan>;
  /** Give a tenant a plan, features or limits of its own, or those of its project again. */
  setTenantPlan(input: {
    tenant: string;
    /** null: that of the project. */
    plan?: string | null | undefined;
    /** All features and limits that differ from the plan; null: none. */
    change?: PlanChange | null | undefined;
  }): Promise<TenantPlan>;
  /** Start an export of everything a tenant has, to a zip file. */
  exportTenant(input: { tenant: string }): Promise<DataJob>;
  /** Start to import an exported tenant into a project, as a tenant that is new or empty. */
  importTenant(input: {
    /** Identifier of the new tenant; left out: that of the exported one. */
    tenant?: string | undefined;
    /** The file. */
    file: Blob;
  }): Promise<DataJob>;
  /** Delete a tenant for good with all traces of its contents, also from the trash, exports and the audit. */
  eraseTenant(input: { tenant: string }): Promise<{
    project_id: string;
    tenant: string;
    /** Tenants of this identifier: with those in the trash. */
    erased: number;
  }>;
  /** Start an export of everything that names a user, in all tenants of a project. */
  exportPerson(input: {
    /** The id of the user as your backend sends it with the token request. */
    user_id: string;
  }): Promise<DataJob>;
  /** Start to replace a user by a pseudonym, in all tenants of a project. */
  erasePerson(input: {
    /** The id of the user as your backend sends it with the token request. */
    user_id: string;
    /** `keep`: under the pseudonym. `remove`: their texts are deleted. */
    comments?: 'keep' | 'remove' | undefined;
  }): Promise<DataJob>;
  /** List exports, imports and erasures of a project that are under way or ended lately. */
  listDataJobs(input?: { tenant?: string | undefined }): Promise<Array<DataJob>>;
  /** How far an export, import or erasure is. */
  getDataJob(input: { job_id: string }): Promise<DataJob>;
  /** End an export, import or erasure that is under way. */
  cancelDataJob(input: { job_id: string }): Promise<DataJob>;
  /** Download the file of an export. */
  downloadDataFile(input: { job_id: string }): Promise<Blob>;
}
export const PROJECT_OPERATIONS = {
  listTenants: 'GET page tenants',
  createTenant: 'POST data tenants',
  getTenant: 'GET data tenants/:tenant',
  updateTenant: 'PATCH data tenants/:tenant',
  deleteTenant: 'DELETE data tenants/:tenant',
  listDeletedTenants: 'GET page deleted-tenants',
  restoreTenant: 'POST data deleted-tenants/:tenant/restore',
  getTenantPlan: 'GET data tenants/:tenant/plan',
  setTenantPlan: 'PUT data tenants/:tenant/plan',
  exportTenant: 'POST data tenants/:tenant/export',
  importTenant: 'POST data tenants/import form',
  eraseTenant: 'POST data tenants/:tenant/erase',
  exportPerson: 'POST data users/:user_id/export',
  erasePerson: 'POST data users/:user_id/erase',
  listDataJobs: 'GET items data-jobs',
  getDataJob: 'GET data data-jobs/:job_id',
  cancelDataJob: 'POST data data-jobs/:job_id/cancel',
  downloadDataFile: 'GET file data-jobs/:job_id/file',
} satisfies Record<keyof ProjectOperations, string>;

/** Operations on teams, projects, keys and the installation. Paths are below `/api/v1/admin/`. */
export interface AdminOperations {
  /** What your teams, a project or a tenant used each day, the oldest day first. */
  listDailyUsage(input?: {
    /** All of your teams if left out. */
    project_id?: string | undefined;
    /** Only this tenant. Needs `project_id`. */
    tenant?: string | undefined;
    /** How many, with today. Days end at midnight UTC. */
    days?: number | undefined;
  }): Promise<
    Array<{
      /** Such as 2026-11-23. */
      day: string;
      /** REST requests about tenants. What came in the last 10 seconds is missing. */
      requests: number;
      exports: number;
      tool_calls: number;
      /** Media and snapshots at the end of the day; today what is stored now. */
      storage_bytes: number;
    }>
  >;
  /** List the teams. */
  listTeams(input?: Record<string, never>): Promise<Array<Team>>;
  /** Create a team, which owns projects and API keys. */
  createTeam(input: { name: string }): Promise<Team>;
  /** Give a team another name. */
  renameTeam(input: { team_id: string; name: string }): Promise<Team>;
  /** List projects, of one team or of all. */
  listProjects(input?: { team_id?: string | undefined }): Promise<Array<Project>>;
  /** Create a project with new credentials, shown once. */
  createProject(input: {
    name: string;
    plan?: string | undefined;
    /** The first team if left out. */
    team_id?: string | undefined;
  }): Promise<ProjectWithSecrets>;
  /** Give a project another name, which no other project of its team has. */
  renameProject(input: { project_id: string; name: string }): Promise<Project>;
  /** List the plans that projects and tenants can be on, with their features and limits. */
  listPlans(input?: Record<string, never>): Promise<Array<GetTenantPlanEffective>>;
  /** Put a project on another plan. */
  setProjectPlan(input: { project_id: string; plan: string }): Promise<{
    project_id: string;
    plan: string;
  }>;
  /** Suspend a project with all its tenants, or end its suspension. */
  suspendProject(input: {
    project_id: string;
    /** null: not suspended. */
    suspended: 'read_only' | 'blocked' | null;
  }): Promise<Project>;
  /** Give a project a new client secret; the old one stays valid for a while. */
  rotateClientSecret(input: {
    project_id: string;
    /** How long the old secret is still accepted; 0 ends it at once. */
    overlap_seconds?: number | undefined;
  }): Promise<{
    project_id: string;
    client_id: string;
    client_secret: string;
    old_secret_expires_at: string;
  }>;
  /** Give a project a new signing key; signatures made with the old one are refused at once. */
  rotateSigningKey(input: { project_id: string }): Promise<{
    project_id: string;
    signing_key: string;
  }>;
  /** The brand of a project or a tenant: colors, font, logo, tone of voice, footer. */
  getBrand(input: {
    project_id: string;
    /** For the brand of this tenant. */
    tenant?: string | undefined;
  }): Promise<StoredBrand>;
  /** Change the brand of a project or a tenant, or remove fields or all of it. */
  setBrand(input: {
    project_id: string;
    /** For the brand of this tenant. */
    tenant?: string | undefined;
    /** null removes the whole brand. */
    brand: Record<string, unknown> | null;
  }): Promise<StoredBrand>;
  /** List the web origins whose pages may read answers about a project. */
  listProjectOrigins(input: { project_id: string }): Promise<ProjectOrigins>;
  /** Let pages of an origin read answers about a project; from the first one on, only those that were added. */
  addProjectOrigin(input: {
    project_id: string;
    /** Such as https://app.example.com; https://*.example.com: all subdomains. */
    origin: string;
  }): Promise<ProjectOrigins>;
  /** Remove an origin from a project; a project without origins uses those of the settings. */
  removeProjectOrigin(input: {
    project_id: string;
    /** Such as https://app.example.com; https://*.example.com: all subdomains. */
    origin: string;
  }): Promise<ProjectOrigins>;
  /** Give a tenant with everything it has stored to another project of the team. */
  moveTenant(input: { project_id: string; tenant: string; to_project_id: string }): Promise<Tenant>;
  /** Who you are, your teams, and your roles in them. */
  getMe(input?: Record<string, never>): Promise<{
    account: AccountSummary | null;
    admin_token: NamedId | null;
    /** Acts on every team and on the installation. */
    is_operator: boolean;
    signed_in_at: string | null;
    editor_url: string | null;
    teams: Array<{
      id: string;
      name: string;
      /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
      role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
    }>;
  }>;
  /** List the members of a team. */
  listMembers(input: {
    team_id: string;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<TeamMember>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Give a member of a team another role; the last owner stays one. */
  setMemberRole(input: {
    team_id: string;
    account_id: string;
    /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
    role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
  }): Promise<{
    team_id: string;
    account_id: string;
    /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
    role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
  }>;
  /** Remove a member from a team, unless it is the last owner. */
  removeMember(input: { team_id: string; account_id: string }): Promise<TeamMembership>;
  /** End your own membership in a team; the last owner cannot. */
  leaveTeam(input: { team_id: string }): Promise<TeamMembership>;
  /** List the open invitations of a team, without their links. */
  listTeamInvitations(input: { team_id: string }): Promise<Array<Invitation>>;
  /** Make a link that lets a person join a team, valid for 7 days, and send it if mail is set up. */
  inviteMember(input: {
    team_id: string;
    /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
    role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
    /** The only address that can accept. Everybody with the link can if left out. */
    email?: string | undefined;
  }): Promise<CreatedInvitation>;
  /** Revoke an open invitation; its link stops working at once. */
  revokeInvitation(input: { team_id: string; id: string }): Promise<{
    id: string;
  }>;
  /** List admin tokens, without their values: your own, or as an operator all. */
  listAdminTokens(input?: Record<string, never>): Promise<Array<AdminToken>>;
  /** Create an admin token for a program, shown once; it never has more rights than its maker. */
  createAdminToken(input: {
    name: string;
    /** Its only team; all of yours if left out. */
    team_id?: string | undefined;
    /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
    role?: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner' | undefined;
    /** What its operations may do. */
    effects?: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'> | undefined;
    /** Names of the only operations it may perform; all that have the effects if left out, but none that manage members and tokens. */
    operations?: Array<string> | undefined;
    /** ISO 8601, in the future: a time, or a date, which is the last day it works (UTC). */
    expires_at?: string | undefined;
  }): Promise<AdminTokenWithValue>;
  /** Revoke an admin token for good; it stops working at once. */
  revokeAdminToken(input: { id: string }): Promise<{
    id: string;
  }>;
  /** A 10-minute token of one tenant for yourself, with which the dashboard opens the editor. */
  createEditorToken(input: { project_id: string; tenant: string }): Promise<TokenResponse>;
  /** List API keys, of one team or of all. */
  listApiKeys(input?: { team_id?: string | undefined }): Promise<Array<ApiKey>>;
  /** Create an API key for AI agents, shown once. */
  createApiKey(input: {
    name: string;
    /** The first team if left out. */
    team_id?: string | undefined;
    /** All of the team if left out. */
    project_ids?: Array<string> | undefined;
    /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
    mode?: 'read' | 'comment' | 'propose' | 'write' | undefined;
    /** The only tenants it has access to, which may not exist yet; all if left out. */
    tenants?: Array<string> | undefined;
    /** The only template it has access to. Needs one project and one tenant. */
    template_id?: string | undefined;
    /** Names of the only tools it may call; all that the mode allows if left out. */
    tools?: Array<string> | undefined;
    /** ISO 8601, in the future: a time, or a date, which is the last day it works (UTC). */
    expires_at?: string | undefined;
  }): Promise<ApiKeyWithValue>;
  /** Revoke an API key for good. */
  revokeApiKey(input: { id: string }): Promise<void>;
  /** Give an API key a new value, shown once; the old value stops working at once. */
  regenerateApiKey(input: { id: string }): Promise<ApiKeyWithValue>;
  /** List keys of backends, of one project or of all. */
  listServerKeys(input?: { project_id?: string | undefined }): Promise<Array<BackendKey>>;
  /** Create a key for a backend that uses the backend API, shown once. */
  createServerKey(input: {
    project_id: string;
    name: string;
    /** What its operations may do. */
    effects?: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'> | undefined;
    /** Names of the only operations it may perform; all that have the effects if left out. */
    operations?: Array<string> | undefined;
    /** The only tenants it has access to, which may not exist yet; all if left out. */
    tenants?: Array<string> | undefined;
    /** ISO 8601, in the future: a time, or a date, which is the last day it works (UTC). */
    expires_at?: string | undefined;
  }): Promise<BackendKeyWithValue>;
  /** Revoke a key of a backend for good. */
  revokeServerKey(input: { id: string }): Promise<void>;
  /** List the keys that sign access tokens. */
  listTokenKeys(input?: Record<string, never>): Promise<Array<TokenKey>>;
  /** Sign new access tokens with a new key; tokens of the old one live out their 10 minutes. */
  rotateTokenKey(input?: {
    /** Refuse tokens of the old key at once. */
    revoke?: boolean | undefined;
  }): Promise<TokenKey>;
  /** What an agent asks for, before you allow it. */
  inspectConnection(input: {
    client_id: string;
    redirect_uri: string;
    /** The address of the tool server that the agent wants to use. */
    resource: string;
    response_type?: string | undefined;
    code_challenge?: string | undefined;
    code_challenge_method?: string | undefined;
    scope?: string | undefined;
    state?: string | undefined;
  }): Promise<{
    client: {
      /** What the agent calls itself. */
      name: string;
      /** The host that describes the agent, which is known to be its own; null for an agent that has registered itself. */
      host: string | null;
    };
    /** Where your answer is sent. */
    redirect_host: string;
    project: NamedId;
    tenant: {
      tenant: string;
      name: string;
    };
    /** What you can allow; the last is what the agent asks for. */
    modes: Array<'read' | 'comment' | 'propose' | 'write'>;
  }>;
  /** Allow an agent to use a tenant in your name, or refuse it. */
  answerConnection(input: {
    client_id: string;
    redirect_uri: string;
    /** The address of the tool server that the agent wants to use. */
    resource: string;
    response_type?: string | undefined;
    code_challenge?: string | undefined;
    code_challenge_method?: string | undefined;
    scope?: string | undefined;
    state?: string | undefined;
    /** What the agent may do; null: nothing. */
    mode: 'read' | 'comment' | 'propose' | 'write' | null;
  }): Promise<{
    /** Where the browser has to go next. */
    redirect_to: string;
  }>;
  /** List the agents that people have connected: your own, and as an admin those of the team. */
  listGrants(input?: {
    project_id?: string | undefined;
    /** Only those of this person. */
    account_id?: string | undefined;
  }): Promise<Array<Grant>>;
  /** Disconnect an agent; its tokens stop working at once. */
  revokeGrant(input: { id: string }): Promise<{
    id: string;
  }>;
  /** Send a short test mail to the address of your own account, to try the mail server. */
  sendServerTestEmail(input?: Record<string, never>): Promise<{
    recipient: string;
  }>;
  /** List the saved modules of all tenants of a project, the oldest first. */
  listProjectModules(input: {
    project_id: string;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<{
      /** The module’s id. */
      id: string;
      /** The tenant that saved it. */
      tenant: string;
      name: string;
      shared: boolean;
      /** ISO 8601, UTC. */
      created_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Share saved modules with all tenants of their project, or end that. */
  shareModules(input: {
    project_id: string;
    /** Left out: all of the project. */
    module_ids?: Array<string> | undefined;
    shared: boolean;
  }): Promise<{
    project_id: string;
    shared: boolean;
    /** Modules that were not so before. */
    changed: number;
  }>;
  /** List changes in all tenants or one with their actors, newest first. */
  listAllActivity(input?: {
    project_id?: string | undefined;
    /** All projects of this team. */
    team_id?: string | undefined;
    /** Needs `project_id`. */
    tenant?: string | undefined;
    template_id?: string | undefined;
    /** Id of the user or API key. */
    actor?: string | undefined;
    /** Such as `comment.created`, or `comment` for all of them. */
    type?: string | undefined;
    /** ISO 8601: a time, or a date, which begins at midnight UTC. */
    since?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<{
      project_id: string;
      tenant: string;
      tenant_name: string | null;
      id: number;
      /** ISO 8601, UTC. */
      at: string;
      /** Who made the change. If the token names no user, the tenant. */
      actor: ActivityActor;
      /** `rest`, `server` (the backend API), `mcp` (the tool server) or `cli` (`galley mcp`). */
      surface: string;
      /** The kind of change, such as `template.updated` or `comment.created`. */
      type: string;
      /** The template, which may be deleted by now; null: none. */
      template_id: string | null;
      /** The snapshot, comment, module, file or folder; null: the template itself, or several files. */
      subject_id: string | null;
      /** The template’s version after the change; null: unchanged. */
      version: number | null;
      /** A name, a label or the beginning of a comment; null: none, or deleted. */
      summary: string | null;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List what was used of the AI provider by day, caller and operation, the latest day first. */
  listAiUsage(input?: {
    project_id?: string | undefined;
    /** Needs `project_id`. */
    tenant?: string | undefined;
    /** An API key or a user. */
    actor_id?: string | undefined;
    /** The first day, in UTC. */
    since?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<{
      /** A day of UTC, such as 2026-12-31. */
      day: string;
      project_id: string;
      tenant: string;
      /** `agent` (an API key), `user` (of the editor) or `system` (the customer’s backend). */
      actor_kind: string;
      /** The key’s id, the signed user’s id, or else the tenant. */
      actor_id: string;
      /** The last name it had that day. */
      actor_name: string;
      /** `generate`, `rewrite`, `suggest`, `fix` or `design`. */
      operation: string;
      /** Requests that reached the provider. */
      calls: number;
      /** Tokens read, as the provider counts; estimated where it does not say. */
      input_tokens: number;
      /** Tokens written, likewise. */
      output_tokens: number;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** What a project used of the AI provider in the last 30 days, by day and by caller, and its budgets. */
  getAiUsageSummary(input: { project_id: string }): Promise<{
    /** Tokens, read and written, that the project may use in a day (UTC). null: no limit. */
    tokens_per_day: number | null;
    /** The same for one API key or user. null: no limit. */
    tokens_per_day_per_key: number | null;
    /** Each of the last 30 days, the oldest first; the last one is today. */
    days: Array<{
      /** A day of UTC, such as 2026-12-31. */
      day: string;
      /** Requests that reached the provider. */
      calls: number;
      /** Tokens read and written. */
      tokens: number;
    }>;
    /** Those with the most tokens, at most 50. */
    callers: Array<{
      /** `agent`, `user` or `system`. */
      kind: string;
      id: string;
      /** A name that it had. */
      name: string;
      /** In the last 30 days. */
      calls: number;
      /** In the last 30 days. */
      tokens: number;
      /** Today (UTC). */
      tokens_today: number;
    }>;
  }>;
  /** Try whether the configured AI provider answers, streams and makes structured output. */
  checkAiProvider(input?: Record<string, never>): Promise<{
    /** Everything the service needs works. */
    ok: boolean;
    provider: string;
    /** The address that was called. */
    base_url: string;
    has_key: boolean;
    models: Array<{
      /** The model that was asked. */
      model: string;
      answered_as: string | null;
      answers: boolean;
      /** It sends the answer bit by bit. */
      streams: boolean;
      /** How it makes JSON: by the schema, by a promise of JSON, because it is asked to, or not at all. */
      structured_output: 'schema' | 'json' | 'prompt' | 'none';
      /** Null: not tried, because it is not the model that is shown pictures. */
      sees_pictures: boolean | null;
      problem: string | null;
    }>;
  }>;
  /** List tool calls by AI agents, newest first. */
  listToolCalls(input?: {
    project_id?: string | undefined;
    /** All projects of this team. */
    team_id?: string | undefined;
    /** Needs `project_id`. */
    tenant?: string | undefined;
    key_id?: string | undefined;
    tool?: string | undefined;
    template_id?: string | undefined;
    /** ISO 8601: a time, or a date, which begins at midnight UTC. */
    since?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<RecordedToolCall>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List changes by operators, such as projects, keys, plans and tenants; newest first. */
  listAdminActions(input?: {
    /** Also one that is deleted. */
    project_id?: string | undefined;
    /** What concerns this team, its members and its projects. */
    team_id?: string | undefined;
    /** Such as `project.renamed`, or `project` for all of them. */
    action?: string | undefined;
    /** ISO 8601: a time, or a date, which begins at midnight UTC. */
    since?: string | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<RecordedAdminAction>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List the last backups of the schedule, and when the next is due. */
  listBackups(input?: Record<string, never>): Promise<{
    /** null: the settings name none. */
    target: string | null;
    /** null: there is no schedule. */
    next_at: string | null;
    /** null: there is no schedule. */
    status: BackupStatus | null;
    /** The newest first. */
    items: Array<StoredRun>;
  }>;
  /** Make a backup at the target of the settings now, verify it, and remove old ones. */
  runBackup(input?: Record<string, never>): Promise<{
    backup: StoredRun;
    /** One sentence each. */
    warnings: Array<string>;
    /** Names of old backups that were removed. */
    removed: Array<string>;
  }>;
  /** List exports, imports and erasures of all projects that are under way or ended lately. */
  listAllDataJobs(input?: Record<string, never>): Promise<Array<DataJob>>;
  /** What is stored, what was used in the last 12 months, and what needs attention. */
  getOverview(input?: Record<string, never>): Promise<{
    version: string;
    projects: number;
    tenants: number;
    templates: number;
    /** Of media and snapshots. */
    storage_bytes: number;
    months: Array<{
      /** In UTC, such as 2026-11. */
      month: string;
      exports: number;
      tool_calls: number;
      ai_tokens: number;
    }>;
    /** What concerns the installation is for its operators only. */
    attention: Array<{
      what:
        | 'no_backup'
        | 'backup_failing'
        | 'certificate_failing'
        | 'certificate_expires'
        | 'demo_open'
        | 'cors_open'
        | 'mail_not_set'
        | 'key_expires'
        | 'proposals_open';
      /** Of the key, or of the tenant with its project. */
      id?: string | undefined;
      /** Of the key, or of the tenant with proposals. */
      name?: string | undefined;
      /** Of the proposals. */
      project_id?: string | undefined;
      /** Of the proposals. */
      tenant?: string | undefined;
      /** How many proposals wait for a decision. */
      count?: number | undefined;
      /** When the key or the certificate expires; when a backup was verified last. */
      at?: string | undefined;
    }>;
  }>;
  /** Delete a project with its tenants, their templates and media, and the API keys of this project alone. */
  deleteProject(input: { project_id: string }): Promise<{
    project_id: string;
    name: string;
    tenants_deleted: number;
    /** API keys that had access to no other project. */
    keys_deleted: number;
  }>;
  /** Verify the database, every stored content, every media file, the search index and every counter. */
  checkIntegrity(input?: Record<string, never>): Promise<{
    ok: boolean;
    contents_checked: number;
    files_checked: number;
    /** Templates and comments whose search index was compared. */
    search_entries_checked: number;
    /** Those that are not indexed yet. */
    search_entries_pending: number;
    /** Media files that no row refers to. */
    orphaned_files: number;
    /** Their keys: paths below media/files. The first 100. */
    orphans: Array<string>;
    /** Media files in the quarantine. */
    quarantined_files: number;
    /** Their keys there: paths below media/files. The first 100. */
    quarantine: Array<string>;
    /** One sentence per fault. */
    faults: Array<string>;
  }>;
  /** Check the settings, data directory, disk, bucket, Redis, other servers, base URL, proxy, mail server, language model and backups of this server. */
  diagnoseInstance(input?: {
    /** Whether this process answers requests; without that, the base URL is not checked. */
    is_serving?: boolean | undefined;
  }): Promise<{
    /** There are no faults; there may be warnings. */
    ok: boolean;
    checks: Array<{
      /** What was checked, such as `disk` or `base_url`. */
      check: string;
      status: 'ok' | 'warning' | 'fault';
      /** What was found, and what to do about it. */
      message: string;
    }>;
  }>;
  /** How many tenants and templates each project of your teams has, and what they store. */
  listProjectCounts(input?: { team_id?: string | undefined }): Promise<
    Array<{
      project_id: string;
      tenants: number;
      templates: number;
      /** Media and snapshots. */
      storage_bytes: number;
    }>
  >;
  /** List the templates of all tenants of your teams, of a project or of a tenant, the newest first. */
  listAllTemplates(input?: {
    project_id?: string | undefined;
    /** Only of tenants with this identifier. */
    tenant?: string | undefined;
    /** Text that the name contains. */
    search?: string | undefined;
    /** Archived ones instead of the others. */
    archived?: boolean | undefined;
    /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
    cursor?: string | undefined;
  }): Promise<{
    items: Array<{
      project_id: string;
      project_name: string;
      tenant: string;
      tenant_name: string | null;
      id: string;
      name: string | null;
      version: number;
      /** Its last score; null: none. */
      score: number | null;
      /** ISO 8601, UTC. */
      created_at: string;
      /** ISO 8601, UTC. */
      updated_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** List the settings of this server with their values; those of secrets are left out. */
  listSettings(input?: Record<string, never>): Promise<
    Array<{
      name: string;
      /** The environment variable that sets it. */
      variable: string;
      description: string;
      /** null for a secret. */
      value: unknown;
      is_secret: boolean;
      /** It differs from its default. */
      is_changed: boolean;
      /** The flag or environment variable that gives the value; null: it is the default. */
      source: string | null;
    }>
  >;
  /** List log lines of the last hour, the newest first; secrets are left out. */
  listLogs(input?: {
    /** The least severe level. */
    level?: 'debug' | 'info' | 'warn' | 'error' | undefined;
    /** Text that a line contains. */
    search?: string | undefined;
  }): Promise<
    Array<{
      at: string;
      level: string;
      message: string;
      facts: Record<string, unknown>;
    }>
  >;
}
export const ADMIN_OPERATIONS = {
  listDailyUsage: 'GET items daily-usage',
  listTeams: 'GET items teams',
  createTeam: 'POST data teams',
  renameTeam: 'PATCH data teams/:team_id',
  listProjects: 'GET items projects',
  createProject: 'POST data projects',
  renameProject: 'PATCH data projects/:project_id',
  listPlans: 'GET items plans',
  setProjectPlan: 'PUT data projects/:project_id/plan',
  suspendProject: 'PUT data projects/:project_id/suspension',
  rotateClientSecret: 'POST data projects/:project_id/rotate-secret',
  rotateSigningKey: 'POST data projects/:project_id/rotate-signing-key',
  getBrand: 'GET data projects/:project_id/brand',
  setBrand: 'PUT data projects/:project_id/brand',
  listProjectOrigins: 'GET data projects/:project_id/origins',
  addProjectOrigin: 'POST data projects/:project_id/origins',
  removeProjectOrigin: 'DELETE data projects/:project_id/origins',
  moveTenant: 'POST data projects/:project_id/tenants/:tenant/move',
  getMe: 'GET data me',
  listMembers: 'GET page teams/:team_id/members',
  setMemberRole: 'PUT data teams/:team_id/members/:account_id/role',
  removeMember: 'DELETE data teams/:team_id/members/:account_id',
  leaveTeam: 'POST data teams/:team_id/leave',
  listTeamInvitations: 'GET items teams/:team_id/invitations',
  inviteMember: 'POST data teams/:team_id/invitations',
  revokeInvitation: 'DELETE data teams/:team_id/invitations/:id',
  listAdminTokens: 'GET items admin-tokens',
  createAdminToken: 'POST data admin-tokens',
  revokeAdminToken: 'DELETE data admin-tokens/:id',
  createEditorToken: 'POST bare projects/:project_id/tenants/:tenant/editor-token',
  listApiKeys: 'GET items keys',
  createApiKey: 'POST data keys',
  revokeApiKey: 'DELETE nothing keys/:id',
  regenerateApiKey: 'POST data keys/:id/regenerate',
  listServerKeys: 'GET items projects/:project_id/server-keys',
  createServerKey: 'POST data projects/:project_id/server-keys',
  revokeServerKey: 'DELETE nothing server-keys/:id',
  listTokenKeys: 'GET items token-keys',
  rotateTokenKey: 'POST data token-keys/rotate',
  inspectConnection: 'POST data agent-connections/inspect read',
  answerConnection: 'POST data agent-connections',
  listGrants: 'GET items grants',
  revokeGrant: 'DELETE data grants/:id',
  sendServerTestEmail: 'POST data mail/test read',
  listProjectModules: 'GET page projects/:project_id/modules',
  shareModules: 'POST data projects/:project_id/modules/share',
  listAllActivity: 'GET page activity',
  listAiUsage: 'GET page ai/usage',
  getAiUsageSummary: 'GET data ai/usage-summary',
  checkAiProvider: 'POST data ai/check read',
  listToolCalls: 'GET page tool-calls',
  listAdminActions: 'GET page actions',
  listBackups: 'GET list backups',
  runBackup: 'POST data backups/run',
  listAllDataJobs: 'GET items data-jobs',
  getOverview: 'GET data overview',
  deleteProject: 'DELETE data projects/:project_id',
  checkIntegrity: 'POST data check read',
  diagnoseInstance: 'POST data diagnosis read',
  listProjectCounts: 'GET items project-counts',
  listAllTemplates: 'GET page templates',
  listSettings: 'GET items settings',
  listLogs: 'GET items logs',
} satisfies Record<keyof AdminOperations, string>;

/** Operations on a tenant for people who are signed in. Paths are below the tenant. */
export interface PeopleOperations {
  /** Send a template as a test mail to the address of your own account. */
  sendTestEmailToSelf(input: {
    /** The template’s id; in the backend API its key, too. */
    template_id: string;
  }): Promise<{
    recipient: string;
  }>;
}
export const PEOPLE_OPERATIONS = {
  sendTestEmailToSelf: 'POST data templates/:template_id/send-test-email-to-self',
} satisfies Record<keyof PeopleOperations, string>;

/** Sign-in and the person’s own account, and the token exchange. Paths are below `/api/v1/`. */
export interface AccountOperations {
  getSignInState(input?: Record<string, never>): Promise<{
    has_accounts: boolean;
    /** The provider of single sign-on, if one is configured. */
    single_sign_on: {
      name: string;
      url: string;
    } | null;
    has_mail: boolean;
  }>;
  getSession(input?: Record<string, never>): Promise<{
    account: Account;
    session: {
      id: string;
      /** ISO 8601. */
      signed_in_at: string;
      /** Credentials may be changed. */
      is_fresh: boolean;
      /** ISO 8601. */
      fresh_until: string;
    };
  }>;
  updateProfile(input: { name: string }): Promise<{
    name: string;
  }>;
  setPassword(input: { password: string }): Promise<Record<string, unknown>>;
  listSessions(input?: Record<string, never>): Promise<{
    items: Array<{
      id: string;
      is_current: boolean;
      /** The name that the browser gives itself. */
      device: string;
      address: string;
      /** ISO 8601. */
      signed_in_at: string;
      /** ISO 8601. */
      last_seen_at: string;
      /** ISO 8601. */
      expires_at: string;
    }>;
  }>;
  endSession(input: { id: string }): Promise<Record<string, unknown>>;
  endOtherSessions(input?: Record<string, never>): Promise<{
    ended: number;
  }>;
  signIn(input: { email: string; password: string }): Promise<SignInStep>;
  signInByCode(input?: {
    code?: string | undefined;
    recovery_code?: string | undefined;
  }): Promise<SignInStep>;
  startPasskeySignIn(input?: Record<string, never>): Promise<{
    options: unknown;
  }>;
  signInByPasskey(input: {
    response: {
      id: string;
    };
  }): Promise<SignInStep>;
  reauthenticate(input?: {
    password?: string | undefined;
    code?: string | undefined;
    passkey?:
      | {
          id: string;
        }
      | undefined;
  }): Promise<Record<string, unknown>>;
  signOut(input?: Record<string, never>): Promise<Record<string, unknown>>;
  describeLink(input: { token: string }): Promise<{
    kind: 'invitation' | 'set_up' | 'reset';
    email: string | null;
    role: string | null;
    /** ISO 8601. */
    expires_at: string;
  }>;
  acceptLinkByPassword(input: {
    token: string;
    name?: string | undefined;
    email?: string | undefined;
    password: string;
  }): Promise<LinkStep>;
  startLinkPasskey(input: { token: string; name?: string | undefined; email?: string | undefined }): Promise<{
    options: unknown;
  }>;
  acceptLinkByPasskey(input: {
    token: string;
    name?: string | undefined;
    email?: string | undefined;
    response: {
      id: string;
    };
    passkey_name?: string | undefined;
  }): Promise<LinkStep>;
  joinByLink(input: { token: string }): Promise<Record<string, unknown>>;
  listPasskeys(input?: Record<string, never>): Promise<{
    items: Array<Passkey>;
  }>;
  startPasskey(input?: Record<string, never>): Promise<{
    options: unknown;
  }>;
  addPasskey(input: {
    response: {
      id: string;
    };
    name?: string | undefined;
  }): Promise<Passkey>;
  renamePasskey(input: { id: string; name: string }): Promise<Passkey>;
  removePasskey(input: { id: string }): Promise<Record<string, unknown>>;
  startAuthenticatorApp(input?: { password?: string | undefined }): Promise<{
    uri: string;
    secret: string | null;
    recovery_codes: Array<string>;
  }>;
  confirmAuthenticatorApp(input: { code: string }): Promise<Record<string, unknown>>;
  removeAuthenticatorApp(input?: Record<string, never>): Promise<Record<string, unknown>>;
  makeRecoveryCodes(input?: { password?: string | undefined }): Promise<{
    recovery_codes: Array<string>;
  }>;
  requestPasswordReset(input: { email: string }): Promise<Record<string, unknown>>;
  /** Exchange project credentials for a 10-minute token of one tenant. */
  exchangeToken(input: {
    /** The project’s client ID. */
    client_id: string;
    /** The project’s client secret. */
    client_secret: string;
    /** Stable identifier of the tenant in the customer’s system, 1-128 characters. Made if new. */
    tenant: string;
    /** The person at the editor; comes back signed. */
    user?: NamedId | undefined;
    /** Who may receive test mails; comes back signed. Without it this token sends none, whatever was signed before. */
    test_email?:
      | {
          allowed_emails: Array<string>;
        }
      | undefined;
    /** The plan of the tenant from now on; null: that of the project. Left out: it stays as it is. */
    plan?: string | null | undefined;
    /** The brand of the tenant from now on: colors, font, logo_url, … Fields it does not have are those of the project; null: all are. Left out: it stays as it is. */
    brand?: Record<string, unknown> | null | undefined;
    /** Lets this token share saved modules with all tenants of the project, and change and delete shared ones. For your backend, and for people whose work all tenants shall see. */
    share_modules?: boolean | undefined;
  }): Promise<TokenResponse>;
}
export const ACCOUNT_OPERATIONS = {
  getSignInState: 'GET bare account/state',
  getSession: 'GET bare account/session',
  updateProfile: 'PATCH bare account/profile',
  setPassword: 'POST bare account/password',
  listSessions: 'GET bare account/sessions',
  endSession: 'DELETE bare account/sessions/:id',
  endOtherSessions: 'DELETE bare account/sessions',
  signIn: 'POST bare account/sign-in',
  signInByCode: 'POST bare account/sign-in/code',
  startPasskeySignIn: 'POST bare account/sign-in/passkey/options',
  signInByPasskey: 'POST bare account/sign-in/passkey',
  reauthenticate: 'POST bare account/reauthenticate',
  signOut: 'POST bare account/sign-out',
  describeLink: 'POST bare account/link',
  acceptLinkByPassword: 'POST bare account/link/password',
  startLinkPasskey: 'POST bare account/link/passkey/options',
  acceptLinkByPasskey: 'POST bare account/link/passkey',
  joinByLink: 'POST bare account/link/join',
  listPasskeys: 'GET bare account/passkeys',
  startPasskey: 'POST bare account/passkeys/options',
  addPasskey: 'POST bare account/passkeys',
  renamePasskey: 'PATCH bare account/passkeys/:id',
  removePasskey: 'DELETE bare account/passkeys/:id',
  startAuthenticatorApp: 'POST bare account/authenticator-app',
  confirmAuthenticatorApp: 'POST bare account/authenticator-app/confirm',
  removeAuthenticatorApp: 'DELETE bare account/authenticator-app',
  makeRecoveryCodes: 'POST bare account/authenticator-app/recovery-codes',
  requestPasswordReset: 'POST bare account/forgotten-password',
  exchangeToken: 'POST bare auth/token',
} satisfies Record<keyof AccountOperations, string>;
