// Written by scripts/sdk-api.ts from the routes of the service: do not edit.
// Content of an email template. This is the full form, which the service returns. When writing, leave out
// any "id" and any field with a default: the service fills them in. Unknown fields are kept.
// Rich text and URLs may contain merge tags such as {{ name }}; they are kept as they are.
export interface Padding {
  /** Pixels. Default 10. */
  top: number;
  /** Pixels. Default 10. */
  right: number;
  /** Pixels. Default 10. */
  bottom: number;
  /** Pixels. Default 10. */
  left: number;
}
export interface BlockStyles {
  /** Space between the edge of the block and its content. May be left out when writing. */
  padding: Padding;
  /** CSS color behind the whole block. */
  backgroundColor?: string;
}
export interface BlockVisibility {
  /** Shown on screens wider than 480 px. Default true. */
  desktop: boolean;
  /** Shown on screens up to 480 px. Default true. */
  mobile: boolean;
}
export interface DisplayCondition {
  /** Name shown in the editor. Default "". */
  label: string;
  /** Printed before the block, e.g. {% if vip %}. */
  before: string;
  /** Printed after the block, e.g. {% endif %}. */
  after: string;
  /** Heading it is listed under in the editor. */
  group?: string;
  /** Explanation shown in the editor. */
  description?: string;
}
export type ColumnLayout = '1' | '2' | '3' | '2-1' | '1-2';
export interface Corners {
  /** Pixels. */
  topLeft: number;
  /** Pixels. */
  topRight: number;
  /** Pixels. */
  bottomRight: number;
  /** Pixels. */
  bottomLeft: number;
}
export interface BorderSide {
  /** Pixels. Default 1. */
  width: number;
  /** Look of the line. Default "solid". */
  style: 'solid' | 'dashed' | 'dotted';
  /** CSS color of the line. Default "#000000". */
  color: string;
}
export interface Border {
  /** One side of a border. */
  top?: BorderSide;
  /** One side of a border. */
  right?: BorderSide;
  /** One side of a border. */
  bottom?: BorderSide;
  /** One side of a border. */
  left?: BorderSide;
}
export interface WrapperPadding {
  /** Pixels. Default 0. */
  top: number;
  /** Pixels. Default 0. */
  right: number;
  /** Pixels. Default 0. */
  bottom: number;
  /** Pixels. Default 0. */
  left: number;
}
export interface SectionWrapper {
  /** CSS color. */
  backgroundColor?: string;
  /** Space around it. */
  padding?: WrapperPadding;
  /** Corner radius. */
  borderRadius?: number | Corners;
}
export interface SectionBackgroundImage {
  /** URL. */
  src: string;
  /** Size. Default "cover". */
  size?: 'cover' | 'contain' | 'auto';
  /** CSS position. */
  position?: string;
  /** Tile it. Default false. */
  repeat?: boolean;
  /** Without pictures. */
  fallbackColor?: string;
}
export interface ColumnStyle {
  /** CSS color. */
  backgroundColor?: string;
  /** Border; none when absent. */
  border?: Border;
  /** Corner radius. */
  borderRadius?: number | Corners;
  /** Space around it. */
  padding?: WrapperPadding;
}
export type HeadingLevel = 1 | 2 | 3 | 4;
export type Align = 'left' | 'center' | 'right';
export interface ButtonPadding {
  /** Pixels. Default 12. */
  top: number;
  /** Pixels. Default 24. */
  right: number;
  /** Pixels. Default 12. */
  bottom: number;
  /** Pixels. Default 24. */
  left: number;
}
export type SocialPlatform =
  | 'facebook'
  | 'twitter'
  | 'instagram'
  | 'linkedin'
  | 'youtube'
  | 'tiktok'
  | 'pinterest'
  | 'email'
  | 'whatsapp'
  | 'telegram'
  | 'discord'
  | 'snapchat'
  | 'reddit'
  | 'github'
  | 'dribbble'
  | 'behance'
  | 'website';
export interface SocialIcon {
  /** Unique in the block. Made by the service when omitted. */
  id: string;
  /** Which icon. */
  platform: SocialPlatform;
  /** Where a click leads. Default "". */
  url: string;
}
export type SocialIconStyle = 'solid' | 'outlined' | 'rounded' | 'square' | 'circle';
export type SocialIconSize = 'small' | 'medium' | 'large';
export interface MenuItem {
  /** Unique in the block. Made by the service when omitted. */
  id: string;
  /** Label, plain text. */
  text: string;
  /** Where a click leads. Default "". */
  url: string;
  /** Open the link in a new tab. Default false. */
  openInNewTab: boolean;
  /** Bold label. Default false. */
  bold: boolean;
  /** Underlined label. Default false. */
  underline: boolean;
  /** CSS color of this label. */
  color?: string;
}
export interface TableCell {
  /** Unique in the block. Made by the service when omitted. */
  id: string;
  /** Rich text (HTML). Default "". */
  content: string;
}
export interface TableRow {
  /** Unique in the block. Made by the service when omitted. */
  id: string;
  /** Cells. Default []. */
  cells: TableCell[];
}
export interface TemplateSettings {
  /** Width of the mail in pixels. Default 600. */
  width: number;
  /** CSS color behind the mail. Default "#ffffff". */
  backgroundColor: string;
  /** CSS color of text. Default "#1a1a1a". */
  textColor?: string;
  /** CSS color of links in text. */
  linkColor?: string;
  /** Underline links in text. Default true. */
  linkUnderline?: boolean;
  /** CSS font family of the mail. Default "Arial". */
  fontFamily: string;
  /** Subject line of the mail; may hold merge tags. Not part of the HTML’s text. */
  subject?: string;
  /** Preview text an inbox shows after the subject; hidden in the mail. */
  preheaderText?: string;
  /** BCP-47 language of the mail. Default "en". */
  locale: string;
  /** Writing direction; that of the language when absent. */
  direction?: 'ltr' | 'rtl';
}
export interface BaseBlock {
  /** Unique in the template. Made by the service when omitted. */
  id: string;
  /** Looks common to all blocks. May be left out when writing. */
  styles: BlockStyles;
  /** Where the block is shown; everywhere when absent. */
  visibility?: BlockVisibility;
  /** Template-language guards printed around the block in the exported mail. */
  displayCondition?: DisplayCondition;
}
/** A row of one to three columns holding other blocks. */
export interface SectionBlock extends BaseBlock {
  type: 'section';
  /** Layout: equal columns, or 2/3 + 1/3 ("2-1"), or 1/3 + 2/3 ("1-2"). Default "1". */
  columns: ColumnLayout;
  /** One list of blocks per column; no sections inside. Empty lists when omitted. Default [[]]. */
  children: LeafBlock[][];
  /** false keeps columns side by side on a phone. Default true. */
  stackOnMobile?: boolean;
  /** Corner radius in pixels. */
  borderRadius?: number | Corners;
  /** Border; none when absent. */
  border?: Border;
  /** Full-width band framing the section. */
  wrapper?: SectionWrapper;
  /** Picture behind the section. */
  backgroundImage?: SectionBackgroundImage;
  /** Percent for each column. */
  columnWidths?: number[];
  /** Look of each column. */
  columnStyles?: ColumnStyle[];
  /** Position in columns. Default "top". */
  verticalAlign?: 'top' | 'middle' | 'bottom';
}
/** A heading. */
export interface TitleBlock extends BaseBlock {
  type: 'title';
  /** Rich text (HTML). */
  content: string;
  /** Heading level; font sizes 36, 28, 22, 18 px. Default 2. */
  level: HeadingLevel;
  /** CSS color; default: textColor. */
  color?: string;
  /** Alignment of the text. Default "left". */
  textAlign: Align;
  /** CSS font; default: fontFamily. */
  fontFamily?: string;
}
/** Running text; renders nothing when empty. */
export interface ParagraphBlock extends BaseBlock {
  type: 'paragraph';
  /** Rich text (HTML): p, br, strong, em, u, s, a, span[style], ul, ol, li, sub, sup, h1-h4, mark. */
  content: string;
  /** Space between paragraphs in pixels; 16 when absent. */
  paragraphSpacing?: number;
}
/** A picture. */
export interface ImageBlock extends BaseBlock {
  type: 'image';
  /** URL of the picture (PNG, JPEG or GIF) or a merge tag. Default "". */
  src: string;
  /** Text for readers who do not see the picture. Default "". */
  alt: string;
  /** Width in pixels, or "full". Default "full". */
  width: number | 'full';
  /** Height in pixels; in proportion to the width when absent. */
  height?: number;
  /** Position when narrower than its column. Default "center". */
  align: Align;
  /** Where a click leads. */
  linkUrl?: string;
  /** Open the link in a new tab. */
  linkOpenInNewTab?: boolean;
  /** Picture the editor shows while src is a merge tag. */
  placeholderUrl?: string;
  /** Carries no meaning; screen readers skip it. */
  decorative?: boolean;
  /** Corner radius in pixels. */
  borderRadius?: number | Corners;
  /** Border; none when absent. */
  border?: Border;
}
/** A link that looks like a button. */
export interface ButtonBlock extends BaseBlock {
  type: 'button';
  /** Label, plain text. */
  text: string;
  /** Where a click leads. Default "". */
  url: string;
  /** Open the link in a new tab. */
  openInNewTab?: boolean;
  /** CSS color of the button. Default "#333333". */
  backgroundColor: string;
  /** CSS color of the label. Default "#ffffff". */
  textColor: string;
  /** Corner radius in pixels. Default 6. */
  borderRadius: number | Corners;
  /** Font size in pixels. Default 15. */
  fontSize: number;
  /** Space around the label. May be left out when writing. */
  buttonPadding: ButtonPadding;
  /** CSS font; default: fontFamily. */
  fontFamily?: string;
  /** Weight of the label. Default "bold". */
  fontWeight?: 'normal' | 'bold';
  /** Width in pixels, or "full"; fits the label when absent. */
  width?: number | 'full';
  /** Position in its column. Default "center". */
  align?: Align;
  /** Border; none when absent. */
  border?: Border;
}
/** A horizontal line. */
export interface DividerBlock extends BaseBlock {
  type: 'divider';
  /** Look of the line. Default "solid". */
  lineStyle: 'solid' | 'dashed' | 'dotted';
  /** CSS color of the line. Default "#e0e0e0". */
  color: string;
  /** Thickness in pixels. Default 1. */
  thickness: number;
  /** Length in pixels or percent ("50%"), or "full". Default "full". */
  width: number | 'full' | string;
}
/** A poster picture with a play button, linking to a video. */
export interface VideoBlock extends BaseBlock {
  type: 'video';
  /** URL of the video page. Default "". */
  url: string;
  /** Open the link in a new tab. */
  openInNewTab?: boolean;
  /** URL of the poster picture. Default "". */
  thumbnailUrl: string;
  /** Text for readers who do not see the poster. Default "Video". */
  alt: string;
  /** Width in pixels, or "full". Default "full". */
  width: number | 'full';
  /** Height of the poster in pixels; in proportion to the width when absent. */
  height?: number;
  /** Position when narrower than its column. Default "center". */
  align: Align;
  /** Picture the editor shows while thumbnailUrl is a merge tag. */
  placeholderUrl?: string;
}
/** A row of icons linking to social profiles. */
export interface SocialBlock extends BaseBlock {
  type: 'social';
  /** Icons from left to right. Default []. */
  icons: SocialIcon[];
  /** Look of the icons. Default "solid". */
  iconStyle: SocialIconStyle;
  /** 24, 32 or 48 px. Default "medium". */
  iconSize: SocialIconSize;
  /** Pixels between icons. Default 10. */
  spacing: number;
  /** Position of the row. Default "center". */
  align: Align;
}
/** Empty vertical room. */
export interface SpacerBlock extends BaseBlock {
  type: 'spacer';
  /** Height in pixels, without padding. Default 24. */
  height: number;
}
/** HTML of your own. */
export interface HtmlBlock extends BaseBlock {
  type: 'html';
  /** HTML, kept as sent; scripts and event handlers are removed when rendered. Default "". */
  content: string;
}
/** A row of text links. */
export interface MenuBlock extends BaseBlock {
  type: 'menu';
  /** Links from left to right. Default []. */
  items: MenuItem[];
  /** Font size in pixels. Default 15. */
  fontSize: number;
  /** CSS font; default: fontFamily. */
  fontFamily?: string;
  /** CSS color; default: textColor. */
  color?: string;
  /** CSS color of the links; color when absent. */
  linkColor?: string;
  /** Position of the row. Default "center". */
  textAlign: Align;
  /** Text between links. Default "|". */
  separator: string;
  /** CSS color of the separators. Default "#e0e0e0". */
  separatorColor: string;
  /** Pixels between links. Default 10. */
  spacing: number;
}
/** A table of data. */
export interface TableBlock extends BaseBlock {
  type: 'table';
  /** Rows. Default []. */
  rows: TableRow[];
  /** First row is a header. Default true. */
  hasHeaderRow: boolean;
  /** Behind the header row. */
  headerBackgroundColor?: string;
  /** Color of lines. Default "#e0e0e0". */
  borderColor: string;
  /** Line thickness in pixels. Default 1. */
  borderWidth: number;
  /** Pixels around text of cells. Default 8. */
  cellPadding: number;
  /** Font size in pixels. Default 15. */
  fontSize: number;
  /** CSS font; default: fontFamily. */
  fontFamily?: string;
  /** CSS color; default: textColor. */
  color?: string;
  /** Alignment of the text. Default "left". */
  textAlign: Align;
  /** Cells with lines. Default "all". */
  lines?: 'all' | 'rows' | 'header';
  /** Space around it. */
  cellSpace?: WrapperPadding;
  /** Percent each. */
  columnWidths?: number[];
}
/** A clock counting down to a moment, shown as an animated picture. */
export interface CountdownBlock extends BaseBlock {
  type: 'countdown';
  /** ISO 8601 date and time counted down to, e.g. 2030-12-24T18:00:00; may be empty in drafts. */
  targetDate: string;
  /** IANA time zone targetDate is meant in. Default "UTC". */
  timezone: string;
  /** Show days. Default true. */
  showDays: boolean;
  /** Show hours. Default true. */
  showHours: boolean;
  /** Show minutes. Default true. */
  showMinutes: boolean;
  /** Show seconds. Default true. */
  showSeconds: boolean;
  /** Between the numbers. Default ":". */
  separator: ':' | '-' | ' ';
  /** Font size of the digits in pixels. Default 32. */
  digitFontSize: number;
  /** CSS color of the digits. Default "#1a1a1a". */
  digitColor: string;
  /** CSS color of the labels. Default "#6b7280". */
  labelColor: string;
  /** Font size of the labels in pixels. Default 12. */
  labelFontSize: number;
  /** CSS color behind the clock. Default "#ffffff". */
  backgroundColor: string;
  /** CSS font; default: fontFamily. */
  fontFamily?: string;
  /** Label under the days. Default "Days". */
  labelDays: string;
  /** Label under the hours. Default "Hours". */
  labelHours: string;
  /** Label under the minutes. Default "Minutes". */
  labelMinutes: string;
  /** Label under the seconds. Default "Seconds". */
  labelSeconds: string;
  /** Text shown once the moment has passed. Default "This offer has expired". */
  expiredMessage: string;
  /** Picture shown instead of that text, if any. Default "". */
  expiredImageUrl: string;
  /** Show nothing once the moment has passed. Default false. */
  hideOnExpiry: boolean;
}
/** A block defined by the product that embeds the editor. */
export interface CustomBlock extends BaseBlock {
  type: 'custom';
  /** Name of the custom block definition. */
  customType: string;
  /** Values of its fields, by field key. Default {}. */
  fieldValues: Record<string, unknown>;
  /** HTML the block renders as; renders nothing when absent. */
  renderedHtml?: string;
  /** Its data source has been read. */
  dataSourceFetched?: boolean;
}
export type Block =
  | SectionBlock
  | TitleBlock
  | ParagraphBlock
  | ImageBlock
  | ButtonBlock
  | DividerBlock
  | VideoBlock
  | SocialBlock
  | SpacerBlock
  | HtmlBlock
  | MenuBlock
  | TableBlock
  | CountdownBlock
  | CustomBlock;
/** A section cannot be inside a section. */
export type LeafBlock = Exclude<Block, SectionBlock>;
export interface TemplateContent {
  /** Rows of the mail from top to bottom. */
  blocks: Block[];
  settings: TemplateSettings;
}

/** Content as it may be written: ids and fields with a default may be left out. */
export interface TemplateContentInput {
  blocks: Array<Block | { type: string; [field: string]: unknown }>;
  settings?: Partial<TemplateContent['settings']> | undefined;
}
export type ContentOperations = Array<{
  op: 'add' | 'update' | 'move' | 'delete' | 'update_settings' | 'update_texts';
  /** Block to update, move or delete. */
  id?: string | undefined;
  /** Several to update or delete. */
  ids?: Array<string> | undefined;
  /** Update or delete all blocks of this type. */
  all_of_type?: string | undefined;
  /** For update and update_settings: JSON Merge Patch; null removes or resets. */
  fields?: Record<string, unknown> | undefined;
  /** For add: {type, ...}. Missing ids and defaults are filled in. */
  block?: Record<string, unknown> | undefined;
  /** Add the blocks of this saved module instead. */
  module?: string | undefined;
  /** For update_texts: as get-template returns them. */
  texts?: Record<string, unknown> | undefined;
  /** Add or move after this block. */
  after?: string | undefined;
  /** Add or move before this block. */
  before?: string | undefined;
  /** Add or move into this section. */
  section?: string | undefined;
  /** Column of that section, from 0; default 0. */
  column?: number | undefined;
  /** Position there, or at top level; default last. */
  index?: number | undefined;
}>;
export type ProjectConfig = {
  plan: string;
  features: GetProjectConfigFeatures;
  limits: {
    /** Templates this tenant may have; null: any number. */
    max_templates: number | null;
    /** Mebibytes of one media file. */
    max_file_size_mb: number;
    media_categories: Array<string>;
    /** Bytes of media and snapshots this tenant may store; null: any number. */
    storage_limit_bytes: number | null;
    /** Snapshots that people and agents may keep per template; null: any number. */
    max_snapshots: number | null;
  };
  template_count: number;
  /** Limits of the plan that are nearly or fully used, as sentences for people. */
  warnings: Array<{
    what: 'templates' | 'storage_bytes' | 'exports' | 'ai_tokens' | 'tool_calls';
    message: string;
  }>;
  /** How mails look and speak: colors, font, logo, tone of voice, footer. Empty: nothing is set. */
  brand: Brand;
  media: {
    categories: Record<
      string,
      {
        mime_types: Array<string>;
        extensions: Array<string>;
      }
    >;
    /** Bytes. */
    max_file_size: number;
    use_media_library: boolean;
  };
  storage: {
    /** Media and snapshots. */
    used_bytes: number;
    media_bytes: number;
    /** Contents of snapshots; equal ones count once. */
    snapshot_bytes: number;
    /** What of it is in the trash; emptying it frees about as much. */
    trash_bytes: number;
    /** Bytes this tenant may store; null: any number. */
    limit_bytes: number | null;
  };
  /** Where realtime connections go. */
  websocket: WebsocketAddress;
};
export type GetProjectConfigFeatures = {
  /** The tool server for AI agents. */
  mcp_server: boolean;
  /** Generation, scoring and rewriting. */
  ai_generation: boolean;
  /** Comments on templates. */
  commenting: boolean;
  /** Folders in the media library. */
  media_folders: boolean;
  /** Folders of templates. */
  template_folders: boolean;
  /** Importing media files from a URL. */
  import_from_url: boolean;
  /** Several people in one template at once. */
  collaboration: boolean;
  /** Blocks saved for reuse. */
  saved_modules: boolean;
  /** Sending a test mail. */
  test_email: boolean;
  /** The editor saves snapshots by itself. */
  auto_save: boolean;
  /** Web fonts of the project. */
  custom_fonts: boolean;
  /** Block types of the project. */
  custom_blocks: boolean;
  /** Colors and fonts of the editor. */
  theme_customization: boolean;
  /** The editor without its maker’s name. */
  white_label: boolean;
  /** Blocks of raw HTML. */
  html_block: boolean;
  /** MJML beside HTML in exports. */
  export_mjml: boolean;
  /** The API without the editor. */
  headless_sdk: boolean;
  /** A media library of the host page. */
  pluggable_media: boolean;
};
export type Brand = {
  colors?:
    | {
        /** Buttons and bands. */
        primary?: string | undefined;
        /** Small accents. */
        secondary?: string | undefined;
        /** Behind the mail. */
        background?: string | undefined;
        /** Text. */
        text?: string | undefined;
      }
    | undefined;
  /** CSS font family, such as Georgia. */
  font?: string | undefined;
  /** PNG, JPEG or GIF. */
  logo_url?: string | undefined;
  /** Text for readers who do not see the logo; the company’s name otherwise. */
  logo_alt?: string | undefined;
  /** How the brand speaks, for those who write its mails. */
  tone_of_voice?: string | undefined;
  /** Legal line of the footer. */
  footer_text?: string | undefined;
  /** Sender of the mails. */
  company_name?: string | undefined;
  /** Marketing mails have to name it. */
  postal_address?: string | undefined;
  /** Home page. */
  website_url?: string | undefined;
  /** URL, mailto: or merge tag. */
  unsubscribe_url?: string | undefined;
  /** Profiles, in order. */
  social?:
    | Array<{
        platform:
          | 'facebook'
          | 'twitter'
          | 'instagram'
          | 'linkedin'
          | 'youtube'
          | 'tiktok'
          | 'pinterest'
          | 'email'
          | 'whatsapp'
          | 'telegram'
          | 'discord'
          | 'snapchat'
          | 'reddit'
          | 'github'
          | 'dribbble'
          | 'behance'
          | 'website';
        url: string;
      }>
    | undefined;
};
export type WebsocketAddress = {
  host: string;
  port: number;
  app_key: string;
};
export type Quota = {
  used: number;
  /** From here on `/config` warns; null: never. */
  soft_limit: number | null;
  /** More is refused; null: no limit. */
  limit: number | null;
};
export type TrashItem = {
  /** The id of the deleted thing. */
  id: string;
  kind: 'template' | 'media' | 'media_folder' | 'template_folder' | 'saved_module' | 'comment';
  /** Of a comment thread, the beginning of its text. Absent if unnamed. */
  name?: string | undefined;
  /** The template of a comment thread. */
  template_id?: string | undefined;
  /** Name of the folder it was in. */
  folder?: string | undefined;
  /** What was deleted with it: contents of a folder, replies of a thread. */
  items?: number | undefined;
  /** Bytes; of a template with its history. */
  size: number;
  /** ISO 8601, UTC. */
  deleted_at: string;
  deleted_by: Actor;
  /** When it is deleted for good. ISO 8601, UTC. */
  purge_at: string;
};
export type Actor = {
  kind: string;
  id: string;
  name: string;
};
export type RestoredItem = {
  /** The id of the deleted thing. */
  id: string;
  kind: 'template' | 'media' | 'media_folder' | 'template_folder' | 'saved_module' | 'comment';
  name?: string | undefined;
  /** moved_to_top: its folder is gone; renamed: its name was taken meanwhile; key_removed: its key, or that of a template in it, was taken meanwhile. */
  changes: Array<'moved_to_top' | 'renamed' | 'key_removed'>;
};
export type ListedTemplate = {
  /** UUID. */
  id: string;
  /** Absent if unnamed. */
  name?: string | undefined;
  /** Absent if it has none. */
  key?: string | undefined;
  /** One more with each change; also the ETag. */
  version: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Absent at the top. */
  folder_id?: string | undefined;
  /** Absent without any. */
  tags?: Array<string> | undefined;
  /** ISO 8601. */
  archived_at?: string | undefined;
  /** Its last score, 0 to 100. */
  score?: number | undefined;
  /** The version with that score. */
  scored_version?: number | undefined;
  /** Its last export, ISO 8601. */
  exported_at?: string | undefined;
  /** Type and short id of the blocks that meet the filters, 20 at most. */
  blocks?: Array<string> | undefined;
  /** Where a search by relevance found it. */
  match?:
    | {
        /** The best place with which all words were found. */
        field: 'name' | 'text' | 'link' | 'comment';
        /** Plain text around the words; absent for names. */
        snippet?: string | undefined;
        /** The block with this text, or that the comment is about. */
        block_id?: string | undefined;
        comment_id?: string | undefined;
        /** The first comment of its thread. */
        thread_id?: string | undefined;
      }
    | undefined;
};
export type CreateTemplateSource = {
  html?: string | undefined;
  mjml?: string | undefined;
  eml?: string | undefined;
  design?: string | Record<string, unknown> | undefined;
  url?: string | undefined;
  /** Copy pictures of other hosts to the media library. */
  copy_images?: boolean | undefined;
};
export type CreateTemplateTab = {
  version: number;
  /** It shows the version once it has received the message with this serial. */
  received?: number | undefined;
};
export type CreateTemplateReport = {
  /** Number of blocks. */
  kept: number;
  /** Parts of the source that were changed or lost. */
  notes: Array<{
    what: string;
    why: string;
    /** JSON Pointer into a design, or the included file. */
    path?: string | undefined;
    line?: number | undefined;
  }>;
  /** Pictures that were copied to the media library, or could not be. */
  pictures?:
    | Array<{
        /** Address in the source. */
        from: string;
        /** Address in the media library. */
        url?: string | undefined;
        /** Why it was not copied. */
        error?: string | undefined;
      }>
    | undefined;
};
export type ViewedTemplate = {
  /** UUID. */
  id: string;
  /** Absent if unnamed. */
  name?: string | undefined;
  /** Absent if it has none. */
  key?: string | undefined;
  /** One more with each change; also the ETag. */
  version: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Absent at the top. */
  folder_id?: string | undefined;
  /** Absent without any. */
  tags?: Array<string> | undefined;
  /** ISO 8601. */
  archived_at?: string | undefined;
  /** Blocks and settings, in full form. */
  content?: TemplateContent | undefined;
  blocks?: Array<Record<string, unknown>> | undefined;
  /** One line per block, indented inside sections. */
  outline?: string | undefined;
  /** With an outline: those that differ from their default. */
  settings?: Record<string, unknown> | undefined;
  /** Texts by the short ids of their blocks. */
  texts?: Record<string, unknown> | undefined;
  missing_block_ids?: Array<string> | undefined;
  /** It is still at `if_version`; nothing else is repeated. */
  unchanged?: boolean | undefined;
};
export type TabState = {
  /** The id that the tab has made for itself. */
  member: string;
  /** How often it has joined the channel. */
  turn: number;
  /** The version that it shows. */
  version: number;
  /** The serial of the last message it has received. */
  received: number;
  /** How many operations it has made. */
  sent: number;
  /** The blocks that it has changed since its last confirmed save. */
  own: Array<string>;
};
export type ChangedTemplate = {
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
};
export type TemplateFolder = {
  /** The folder’s id. */
  id: string;
  project_id?: string | undefined;
  /** null: at the top. */
  parent_id: string | null;
  name: string;
  created_at?: string | undefined;
  children?: Array<TemplateFolder> | undefined;
};
export type MediaUse = {
  kind: 'template' | 'snapshot' | 'saved_module' | 'comment' | 'brand';
  /** Of the template, snapshot, saved module or comment; of the project for its brand. */
  id: string;
  /** Of the saved module; for snapshots and comments, of their template. */
  name: string;
};
export type MediaItem = {
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
};
export type MediaFolder = {
  /** The folder’s id. */
  id: string;
  project_id?: string | undefined;
  /** null: at the top. */
  parent_id: string | null;
  name: string;
  created_at?: string | undefined;
  children?: Array<MediaFolder> | undefined;
};
export type CustomFont = {
  name: string;
  /** Style sheet that declares the font. */
  url: string;
  /** Fonts to use where it is not loaded. */
  fallback?: string | undefined;
};
export type RenderedMail = {
  html?: string | undefined;
  mjml?: string | undefined;
  plain_text?: string | undefined;
  /** Size of the HTML; Gmail cuts mails at 102 KB. */
  html_bytes: number;
  warnings: Array<RenderWarning>;
};
export type RenderWarning = {
  code: string;
  message: string;
  /** Absent if it is about the whole mail. */
  block_id?: string | undefined;
};
export type FilledTemplate = {
  /** From `settings.subject`; null if the template has none. */
  subject: string | null;
  /** From `settings.preheaderText`; null if the template has none. It is in the HTML too. */
  preheader: string | null;
  html?: string | undefined;
  mjml?: string | undefined;
  plain_text: string;
  /** Size of the HTML; Gmail cuts mails at 102 KB. */
  html_bytes: number;
  warnings: Array<RenderWarning>;
  /** Variables that the mail prints without a default, and that `data` does not have; 100 at most. */
  missing_variables: Array<string>;
};
export type ImportedTemplate = {
  template?: Template | undefined;
  /** Blocks and settings, in full form. */
  content?: TemplateContent | undefined;
  /** Of an import. */
  report: CreateTemplateReport;
};
export type Template = {
  /** UUID. */
  id: string;
  /** Absent if unnamed. */
  name?: string | undefined;
  /** Absent if it has none. */
  key?: string | undefined;
  /** One more with each change; also the ETag. */
  version: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** Absent at the top. */
  folder_id?: string | undefined;
  /** Absent without any. */
  tags?: Array<string> | undefined;
  /** ISO 8601. */
  archived_at?: string | undefined;
  /** Blocks and settings, in full form. */
  content: TemplateContent;
};
export type ViewedSnapshot = {
  /** UUID. */
  id: string;
  /** The template’s id; in the backend API its key, too. */
  template_id: string;
  /** Blocks and settings, in full form. */
  content?: TemplateContent | undefined;
  blocks?: Array<Record<string, unknown>> | undefined;
  /** One line per block, indented inside sections. */
  outline?: string | undefined;
  /** With an outline: those that differ from their default. */
  settings?: Record<string, unknown> | undefined;
  /** Texts by the short ids of their blocks. */
  texts?: Record<string, unknown> | undefined;
  missing_block_ids?: Array<string> | undefined;
  /** Made automatically; such ones are thinned with age. */
  is_autosave: boolean;
  /** Absent if it has none. */
  label?: string | undefined;
  /** The version of the template that had this content first; absent if unknown or never saved. */
  version?: number | undefined;
  /** Who wrote the content: the user’s id; of an agent `agent:` and its key’s id. Absent if unknown. */
  author_identifier?: string | undefined;
  author_name?: string | undefined;
  /** `agent`: an API key; `system`: the customer’s backend. */
  author_type?: 'user' | 'agent' | 'system' | undefined;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type ComparedSnapshot = {
  /** UUID. */
  id: string;
  /** The template’s id; in the backend API its key, too. */
  template_id: string;
  /** Blocks and settings, in full form. */
  content?: TemplateContent | undefined;
  blocks?: Array<Record<string, unknown>> | undefined;
  /** One line per block, indented inside sections. */
  outline?: string | undefined;
  /** With an outline: those that differ from their default. */
  settings?: Record<string, unknown> | undefined;
  /** Texts by the short ids of their blocks. */
  texts?: Record<string, unknown> | undefined;
  missing_block_ids?: Array<string> | undefined;
  /** Made automatically; such ones are thinned with age. */
  is_autosave: boolean;
  /** Absent if it has none. */
  label?: string | undefined;
  /** The version of the template that had this content first; absent if unknown or never saved. */
  version?: number | undefined;
  /** Who wrote the content: the user’s id; of an agent `agent:` and its key’s id. Absent if unknown. */
  author_identifier?: string | undefined;
  author_name?: string | undefined;
  /** `agent`: an API key; `system`: the customer’s backend. */
  author_type?: 'user' | 'agent' | 'system' | undefined;
  /** ISO 8601, UTC. */
  created_at: string;
  /** One line per change: + added, - removed, > moved, ~ changed, [-old-][+new+] in texts. */
  diff?: string | undefined;
};
export type TemplateDiff = {
  /** The template’s id; in the backend API its key, too. */
  template_id: string;
  from: ComparedVersion;
  to: ComparedVersion;
  summary: {
    added: number;
    removed: number;
    moved: number;
    changed: number;
    settings: number;
  };
  /** compact: one line per change, at most some 12,000 characters. */
  diff?: string | undefined;
  /** In reading order; removed blocks where they were. */
  blocks?:
    | Array<{
        /** A changed block that has moved too has a "from". */
        change: 'added' | 'removed' | 'moved' | 'changed';
        id: string | null;
        type: string | null;
        /** Its line in the outline. */
        outline: string;
        /** Counted from 0. */
        place: BlockPosition;
        /** Counted from 0. */
        from?: BlockPosition | undefined;
        /** An added or removed block; the blocks inside a section are listed themselves. */
        block?: unknown | undefined;
        fields?: Array<ChangedField> | undefined;
      }>
    | undefined;
  settings?: Array<ChangedField> | undefined;
  /** Fields of the content beside blocks and settings. */
  others?: Array<ChangedField> | undefined;
  /** Operations that turn `from` into `to` when sent with PUT; null if operations cannot express it. */
  operations?:
    | Array<{
        op: 'add' | 'update' | 'move' | 'delete' | 'update_settings' | 'update_texts';
        /** Block to update, move or delete. */
        id?: string | undefined;
        /** Several to update or delete. */
        ids?: Array<string> | undefined;
        /** Update or delete all blocks of this type. */
        all_of_type?: string | undefined;
        /** For update and update_settings: JSON Merge Patch; null removes or resets. */
        fields?: Record<string, unknown> | undefined;
        /** For add: {type, ...}. Missing ids and defaults are filled in. */
        block?: Record<string, unknown> | undefined;
        /** Add the blocks of this saved module instead. */
        module?: string | undefined;
        /** For update_texts: as get-template returns them. */
        texts?: Record<string, unknown> | undefined;
        /** Add or move after this block. */
        after?: string | undefined;
        /** Add or move before this block. */
        before?: string | undefined;
        /** Add or move into this section. */
        section?: string | undefined;
        /** Column of that section, from 0; default 0. */
        column?: number | undefined;
        /** Position there, or at top level; default last. */
        index?: number | undefined;
      }>
    | null
    | undefined;
  /** Why operations is null. */
  operations_missing?: string | undefined;
};
export type ComparedVersion = {
  /** The snapshot’s id, the version, or "now". */
  id: string;
  /** ISO 8601, UTC. */
  at: string;
  label?: string | undefined;
  is_autosave?: boolean | undefined;
  /** Of the template; not for a snapshot’s id. */
  version?: number | undefined;
};
export type BlockPosition = {
  /** Id of the section it is in; absent: top level. */
  section?: string | undefined;
  column?: number | undefined;
  index: number;
};
export type ChangedField = {
  /** Such as "styles.padding.top" or "items.2.text". */
  path: string;
  /** Absent: it did not exist. */
  before?: unknown | undefined;
  /** Absent: it was removed. */
  after?: unknown | undefined;
  /** Of an item that moved within its list: its path before. */
  from?: string | undefined;
  /** Of texts: what changed, word by word. */
  runs?:
    | Array<{
        kind: 'equal' | 'inserted' | 'deleted';
        text: string;
        /** The same with how it is set: safe to show, without attributes but titles of links. */
        html: string;
      }>
    | undefined;
};
export type Comment = {
  /** UUID. */
  id: string;
  /** The template’s id; in the backend API its key, too. */
  template_id?: string | undefined;
  /** The block the thread is about; null: the whole template. */
  block_id?: string | null | undefined;
  /** The thread a reply belongs to; null: it is the root of one. */
  parent_id?: string | null | undefined;
  /** Plain text. */
  body?: string | undefined;
  /** The user’s id; of an agent `agent:` and its key’s id. */
  author_identifier?: string | undefined;
  author_name?: string | undefined;
  /** `agent`: an API key; `system`: the customer’s backend. */
  author_type?: 'user' | 'agent' | 'system' | undefined;
  /** null: open. */
  resolved_at?: string | null | undefined;
  /** As `author_identifier`. */
  resolved_by_identifier?: string | null | undefined;
  /** null: open. */
  resolved_by_name?: string | null | undefined;
  /** ISO 8601, UTC. */
  created_at?: string | undefined;
  /** That of creation until the text is edited. */
  updated_at?: string | undefined;
  /** In lists: the block is no longer in the saved template. */
  block_missing?: boolean | undefined;
  /** In compact answers. */
  resolved?: boolean | undefined;
  /** In compact answers: you wrote it and may change it. */
  mine?: boolean | undefined;
  replies?:
    | Array<{
        /** UUID. */
        id: string;
        /** The template’s id; in the backend API its key, too. */
        template_id?: string | undefined;
        /** The block the thread is about; null: the whole template. */
        block_id?: string | null | undefined;
        /** The thread a reply belongs to; null: it is the root of one. */
        parent_id?: string | null | undefined;
        /** Plain text. */
        body?: string | undefined;
        /** The user’s id; of an agent `agent:` and its key’s id. */
        author_identifier?: string | undefined;
        author_name?: string | undefined;
        /** `agent`: an API key; `system`: the customer’s backend. */
        author_type?: 'user' | 'agent' | 'system' | undefined;
        /** null: open. */
        resolved_at?: string | null | undefined;
        /** As `author_identifier`. */
        resolved_by_identifier?: string | null | undefined;
        /** null: open. */
        resolved_by_name?: string | null | undefined;
        /** ISO 8601, UTC. */
        created_at?: string | undefined;
        /** That of creation until the text is edited. */
        updated_at?: string | undefined;
        /** In lists: the block is no longer in the saved template. */
        block_missing?: boolean | undefined;
        /** In compact answers. */
        resolved?: boolean | undefined;
        /** In compact answers: you wrote it and may change it. */
        mine?: boolean | undefined;
      }>
    | undefined;
};
export type SavedModule = {
  /** The module’s id. */
  id: string;
  name: string;
  /** Absent if it has none. */
  category?: string | undefined;
  /** The blocks as they were sent. */
  content: Array<unknown>;
  /** Whether all tenants of the project can use it. */
  shared: boolean;
  /** Whether this session may change it. */
  canUpdate: boolean;
  canDelete: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  updated_at: string;
};
export type ReplaceOutput = {
  /** Templates that have it, in the order of creation. */
  items: Array<ReplacedTemplate>;
  /** Changed templates; in a dry run those that would be. */
  changed: number;
  failed: number;
  /** Templates that were looked at. */
  searched: number;
  /** Call again with it as `cursor` for the rest; null: all are done. */
  next_cursor: string | null;
  /** Of a dry run. */
  plan?: string | undefined;
  /** The search index is being built: filters may lack templates. */
  search_incomplete?: boolean | undefined;
};
export type ReplacedTemplate = {
  id: string;
  name?: string | undefined;
  /** After the change; in a dry run the present one. */
  version: number;
  /** Places. */
  count?: number | undefined;
  /** Type and short id of the changed blocks, 20 at most. */
  blocks?: Array<string> | undefined;
  /** Why it was not changed. */
  error?: string | undefined;
};
export type ActivityPage = {
  items: Array<RecordedActivity>;
  /** Largest number of items on a page. */
  per_page: number;
  /** Pass it as `cursor` to get the next page; null on the last. */
  next_cursor: string | null;
};
export type RecordedActivity = {
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
};
export type ActivityActor = {
  /** `user`, `agent` (an API key), `system` (the customer’s backend) or `admin` (the operator). */
  kind: string;
  /** The user’s id, or the API key’s. */
  id: string;
  /** The name at that time. */
  name: string;
};
export type GetAccessibilityReport = {
  report: {
    /** null for content that was not saved */
    template_id: string | null;
    version: number | null;
    title: string | null;
    /** Of the content as JSON. */
    content_sha256: string;
    checked_at: string;
    /** Program and version. */
    checked_by: string;
    standards: Array<string>;
    verdict: 'passed' | 'failed' | 'not_measured';
    /** 0 to 100 */
    score: number;
    rules: Array<{
      rule: string;
      /** What has to be so. */
      requirement: string;
      wcag: Array<{
        /** For example 1.1.1 */
        criterion: string;
        name: string;
        /** A or AA */
        level: string;
        /** Clause of EN 301 549 V3.2.1; null for a criterion that only WCAG 2.2 has. */
        en_301_549: string | null;
      }>;
      verdict: 'passed' | 'failed' | 'not_measured';
      /** Why it was not measured. */
      reason?: string | undefined;
      /** Where it failed; `places_omitted` counts the rest. */
      places: Array<{
        /** null: the mail as a whole */
        block_id: string | null;
        severity: 'high' | 'medium' | 'low';
        message: string;
        suggestion: string;
      }>;
      places_omitted?: number | undefined;
    }>;
  };
  /** The report as compact JWS (HS256), signed with the signing key of the project. */
  signature: string;
};
export type KnownMergeTag = {
  label?: string | undefined;
  value: string;
};
export type ScoreResult = {
  /** Mean of the areas. */
  score: number;
  categories: {
    spam?: CategoryScore | undefined;
    readability?: CategoryScore | undefined;
    accessibility?: CategoryScore | undefined;
    bestPractices?: CategoryScore | undefined;
  };
  accessibility_report?: GetAccessibilityReport | undefined;
  /** Number of further findings. */
  findings_omitted?: number | undefined;
  fixes?: ContentOperations | undefined;
};
export type CategoryScore = {
  /** 0 to 100; 100 if there are no findings. */
  score: number;
  /** Worst first. */
  findings: Array<{
    /** rule:block:n */
    id: string;
    severity: 'high' | 'medium' | 'low';
    message: string;
    suggestion: string;
    /** null: the mail as a whole; over REST also if fix-finding cannot fix the text of the block. */
    blockId: string | null;
    /** Over REST: the block, also if it has no text. */
    location?: string | null | undefined;
    fix?: ContentOperations | undefined;
  }>;
  not_measured?:
    | Array<{
        rules: Array<string>;
        reason: string;
      }>
    | undefined;
};
export type Proposal = {
  /** UUID. */
  id: string;
  /** `change` of a template, `create`: a new template, `delete`: its deletion. */
  kind: 'change' | 'create' | 'delete';
  /** null: a new template that is not accepted yet. */
  template_id: string | null;
  /** The version it was made from; 0: a new template. */
  base_version: number;
  /** `conflicting`: others have changed the same blocks since; it is undecided, as `open` ones are. */
  state: 'open' | 'conflicting' | 'accepted' | 'refused' | 'withdrawn';
  /** Why it is proposed. */
  note: string | null;
  /** The user’s id; of an agent `agent:` and its key’s id. */
  author_identifier: string;
  author_name: string;
  /** `agent`: an API key; `system`: the customer’s backend. */
  author_type: 'user' | 'agent' | 'system';
  /** 0 to 100; null: not scored. */
  score_before: number | null;
  /** 0 to 100; null: not scored. */
  score_after: number | null;
  /** Blocks and fields. Those of a change can be accepted one by one. */
  changes: Array<ProposedBlockChange>;
  /** Blocks and settings that others have changed since. */
  conflicts: Array<string>;
  /** The thread about it; null: none. */
  comment_id: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** null: undecided. */
  decided_at: string | null;
  /** null: undecided. */
  decided_by_name: string | null;
  /** What the person who decided wrote to the author. */
  reason: string | null;
  /** If only some changes were accepted: of which blocks. */
  accepted_blocks: Array<string> | null;
  /** The page of the dashboard on which people decide on it. */
  review_url: string;
  /** The version that the acceptance made. */
  accepted_version: number | null;
};
export type ProposedBlockChange = {
  /** The block’s id; `settings` for settings; `template.` and its name for another field. */
  id: string;
  /** `added`, `removed`, `moved` or `changed`. */
  change: string;
  /** The block’s line in the outline. */
  outline: string;
};
export type ProposedAnswer = {
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
};
export type WholeProposal = {
  /** UUID. */
  id: string;
  /** `change` of a template, `create`: a new template, `delete`: its deletion. */
  kind: 'change' | 'create' | 'delete';
  /** null: a new template that is not accepted yet. */
  template_id: string | null;
  /** The version it was made from; 0: a new template. */
  base_version: number;
  /** `conflicting`: others have changed the same blocks since; it is undecided, as `open` ones are. */
  state: 'open' | 'conflicting' | 'accepted' | 'refused' | 'withdrawn';
  /** Why it is proposed. */
  note: string | null;
  /** The user’s id; of an agent `agent:` and its key’s id. */
  author_identifier: string;
  author_name: string;
  /** `agent`: an API key; `system`: the customer’s backend. */
  author_type: 'user' | 'agent' | 'system';
  /** 0 to 100; null: not scored. */
  score_before: number | null;
  /** 0 to 100; null: not scored. */
  score_after: number | null;
  /** Blocks and fields. Those of a change can be accepted one by one. */
  changes: Array<ProposedBlockChange>;
  /** Blocks and settings that others have changed since. */
  conflicts: Array<string>;
  /** The thread about it; null: none. */
  comment_id: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** null: undecided. */
  decided_at: string | null;
  /** null: undecided. */
  decided_by_name: string | null;
  /** What the person who decided wrote to the author. */
  reason: string | null;
  /** If only some changes were accepted: of which blocks. */
  accepted_blocks: Array<string> | null;
  /** The page of the dashboard on which people decide on it. */
  review_url: string;
  /** The version that the acceptance made. */
  accepted_version: number | null;
  /** One line per change, or the outline of a new template; at most some 12,000 characters. */
  diff: string;
  /** Blocks and settings, in full form. */
  content?: TemplateContent | undefined;
};
export type ConversationMessages = {
  /** Of the most recent conversation; oldest first. */
  items: Array<{
    id: string;
    role: 'user' | 'assistant';
    content: string;
    /** ISO 8601, UTC. */
    created_at: string;
  }>;
  /** Absent if there was none yet. */
  conversation_id?: string | undefined;
};
export type Suggestions = {
  /** Three prompts to start from. */
  suggestions: Array<string>;
};
export type GeneratedContent = {
  /** What was done, in a sentence or two. */
  text: string;
  /** Blocks and settings, in full form. */
  content: TemplateContent;
  conversation_id: string;
  /** builtin: composed from built-in designs, since no AI provider is configured. */
  engine: 'model' | 'builtin';
};
export type RewrittenText = {
  /** The text, with its merge tags and inline markup as they were. */
  content: string;
};
export type FixedContent = {
  /** HTML of the block. */
  content: string;
};
export type DesignedContent = {
  /** Blocks and settings, in full form. */
  content: TemplateContent;
};
export type BackupStatus = {
  /** `failing`: the last backup failed, could not be verified, or is overdue. `none`: there was no backup yet. */
  status: 'ok' | 'failing' | 'none';
  last_verified_at: string | null;
};
export type CertificateStatus = {
  /** `failing`: the last attempt failed. `none`: there is none yet. */
  status: 'ok' | 'failing' | 'none';
  /** ISO 8601. */
  valid_to: string | null;
};
export type Tenant = {
  /** The customer’s identifier. */
  tenant: string;
  /** The name people read; null: none. */
  name: string | null;
  /** Absent if it is that of the project. */
  plan?: string | undefined;
  suspended: 'read_only' | 'blocked' | null;
  template_count: number;
  /** Of media and snapshots. */
  storage_bytes: number;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type DeletedTenant = {
  /** The customer’s identifier. */
  tenant: string;
  /** The name people read; null: none. */
  name: string | null;
  /** Absent if it is that of the project. */
  plan?: string | undefined;
  suspended: 'read_only' | 'blocked' | null;
  template_count: number;
  /** Of media and snapshots. */
  storage_bytes: number;
  /** ISO 8601, UTC. */
  created_at: string;
  /** Tells tenants of one identifier apart that were deleted one after another. */
  id: number;
  /** ISO 8601, UTC. */
  deleted_at: string;
  /** When it is deleted for good; ISO 8601, UTC. */
  purge_at: string;
};
export type TenantPlan = {
  project_id: string;
  tenant: string;
  /** null: that of the project. */
  plan: string | null;
  change: PlanChange;
  effective: GetTenantPlanEffective;
};
export type PlanChange = {
  features?:
    | {
        /** The tool server for AI agents. */
        mcp_server?: boolean | undefined;
        /** Generation, scoring and rewriting. */
        ai_generation?: boolean | undefined;
        /** Comments on templates. */
        commenting?: boolean | undefined;
        /** Folders in the media library. */
        media_folders?: boolean | undefined;
        /** Folders of templates. */
        template_folders?: boolean | undefined;
        /** Importing media files from a URL. */
        import_from_url?: boolean | undefined;
        /** Several people in one template at once. */
        collaboration?: boolean | undefined;
        /** Blocks saved for reuse. */
        saved_modules?: boolean | undefined;
        /** Sending a test mail. */
        test_email?: boolean | undefined;
        /** The editor saves snapshots by itself. */
        auto_save?: boolean | undefined;
        /** Web fonts of the project. */
        custom_fonts?: boolean | undefined;
        /** Block types of the project. */
        custom_blocks?: boolean | undefined;
        /** Colors and fonts of the editor. */
        theme_customization?: boolean | undefined;
        /** The editor without its maker’s name. */
        white_label?: boolean | undefined;
        /** Blocks of raw HTML. */
        html_block?: boolean | undefined;
        /** MJML beside HTML in exports. */
        export_mjml?: boolean | undefined;
        /** The API without the editor. */
        headless_sdk?: boolean | undefined;
        /** A media library of the host page. */
        pluggable_media?: boolean | undefined;
      }
    | undefined;
  limits?:
    | {
        /** Templates per tenant. null: no limit. */
        max_templates?: number | null | undefined;
        /** Bytes of media and snapshots per tenant. null: no limit. */
        storage_limit_bytes?: number | null | undefined;
        /** Exports of templates per tenant and month. null: no limit. */
        max_exports_per_month?: number | null | undefined;
        /** Tokens of the AI model per tenant and month. null: no limit. */
        max_ai_tokens_per_month?: number | null | undefined;
        /** Tool calls of agents per tenant and month. null: no limit. */
        max_tool_calls_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
        soft_templates?: number | null | undefined;
        /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
        soft_storage_bytes?: number | null | undefined;
        /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_exports_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_ai_tokens_per_month?: number | null | undefined;
        /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
        soft_tool_calls_per_month?: number | null | undefined;
        /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
        max_snapshots?: number | null | undefined;
        /** Bytes of one media file. */
        max_file_size_bytes?: number | undefined;
        /** Kinds of media files that are accepted. */
        media_categories?: Array<string> | undefined;
      }
    | undefined;
};
export type GetTenantPlanEffective = {
  name: string;
  features: GetProjectConfigFeatures;
  limits: {
    /** Templates per tenant. null: no limit. */
    max_templates: number | null;
    /** Bytes of media and snapshots per tenant. null: no limit. */
    storage_limit_bytes: number | null;
    /** Exports of templates per tenant and month. null: no limit. */
    max_exports_per_month: number | null;
    /** Tokens of the AI model per tenant and month. null: no limit. */
    max_ai_tokens_per_month: number | null;
    /** Tool calls of agents per tenant and month. null: no limit. */
    max_tool_calls_per_month: number | null;
    /** From here on the tenant is warned about max_templates. Left out: from 80 % of it on. null: no limit. */
    soft_templates?: number | null | undefined;
    /** From here on the tenant is warned about storage_limit_bytes. Left out: from 80 % of it on. null: no limit. */
    soft_storage_bytes?: number | null | undefined;
    /** From here on the tenant is warned about max_exports_per_month. Left out: from 80 % of it on. null: no limit. */
    soft_exports_per_month?: number | null | undefined;
    /** From here on the tenant is warned about max_ai_tokens_per_month. Left out: from 80 % of it on. null: no limit. */
    soft_ai_tokens_per_month?: number | null | undefined;
    /** From here on the tenant is warned about max_tool_calls_per_month. Left out: from 80 % of it on. null: no limit. */
    soft_tool_calls_per_month?: number | null | undefined;
    /** Snapshots per template that are kept, without the automatic ones. null: no limit. */
    max_snapshots: number | null;
    /** Bytes of one media file. */
    max_file_size_bytes: number;
    /** Kinds of media files that are accepted. */
    media_categories: Array<string>;
  };
};
export type DataJob = {
  id: string;
  project_id: string;
  /** What it does. */
  kind: 'tenant_export' | 'tenant_import' | 'person_export' | 'person_erasure';
  /** `waiting` and `running` jobs go on by themselves after a restart. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** null: the job is about the whole project. */
  tenant: string | null;
  /** What it does at present, in one word. */
  phase: string;
  /** How much of the phase is done; 1 of 1 when the job is done. */
  done: number;
  /** 0: unknown. */
  total: number;
  /** Counts of what was exported, imported or changed. */
  result: Record<string, number | string> | null;
  /** Why it failed. */
  error: string | null;
  /** Size of the file to download; null without a file. */
  file_bytes: number | null;
  started_by: string;
  created_at: string;
  /** null: it has not ended. */
  finished_at: string | null;
};
export type Team = {
  id: string;
  name: string;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type Project = {
  id: string;
  team_id: string;
  name: string;
  plan: string;
  client_id: string;
  suspended: 'read_only' | 'blocked' | null;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type ProjectWithSecrets = {
  id: string;
  team_id: string;
  name: string;
  plan: string;
  client_id: string;
  suspended: 'read_only' | 'blocked' | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** For the customer’s backend only. Cannot be shown again. */
  client_secret: string;
  /** Signs users and recipient lists (HMAC-SHA256). */
  signing_key: string;
};
export type StoredBrand = {
  project_id: string;
  /** For the brand of this tenant. */
  tenant?: string | undefined;
  /** How mails look and speak: colors, font, logo, tone of voice, footer. Empty: nothing is set. */
  brand: Brand;
  /** For a tenant: with the fields of its project that it does not set. */
  effective?: Brand | undefined;
};
export type ProjectOrigins = {
  project_id: string;
  /** Empty: those of the settings. */
  origins: Array<string>;
};
export type AccountSummary = {
  id: string;
  name: string;
  email: string;
};
export type NamedId = {
  id: string;
  name: string;
};
export type TeamMember = {
  account_id: string;
  name: string;
  email: string;
  /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
  role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
  /** ISO 8601, UTC. */
  joined_at: string;
  /** Of a sign-in that has not ended; null: none. */
  last_sign_in_at: string | null;
};
export type TeamMembership = {
  team_id: string;
  account_id: string;
};
export type Invitation = {
  id: string;
  /** Only this address can accept; null: everybody with the link. */
  email: string | null;
  /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
  role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
  created_by: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** ISO 8601, UTC. */
  expires_at: string;
};
export type CreatedInvitation = {
  id: string;
  /** viewer: reads; reviewer: also comments; editor: also templates and media; admin: also projects, keys and settings; owner: also members. */
  role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner';
  /** The link that accepts it, once. Shown only now. */
  url: string;
  /** It is also sent by mail. */
  is_mailed: boolean;
  /** ISO 8601, UTC. */
  expires_at: string;
};
export type AdminToken = {
  id: string;
  name: string;
  /** How the token begins. */
  prefix: string;
  /** Whose rights it has at most; null: those of the operator at the command line. */
  account_id: string | null;
  created_by: string;
  /** Its only team; null: all of its maker. */
  team_id: string | null;
  /** Its highest role; null: that of its maker. */
  role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner' | null;
  effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
  /** The only operations it may perform; null: all that have the effects, but none on members and tokens. */
  operations: Array<string> | null;
  /** null: never. */
  expires_at: string | null;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type AdminTokenWithValue = {
  id: string;
  name: string;
  /** How the token begins. */
  prefix: string;
  /** Whose rights it has at most; null: those of the operator at the command line. */
  account_id: string | null;
  created_by: string;
  /** Its only team; null: all of its maker. */
  team_id: string | null;
  /** Its highest role; null: that of its maker. */
  role: 'viewer' | 'reviewer' | 'editor' | 'admin' | 'owner' | null;
  effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
  /** The only operations it may perform; null: all that have the effects, but none on members and tokens. */
  operations: Array<string> | null;
  /** null: never. */
  expires_at: string | null;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  /** The token. Shown only now. */
  admin_token: string;
};
export type TokenResponse = {
  /** Bearer token for API requests. */
  token: string;
  /** Unix time in seconds. */
  expires_at: number;
  project_id: string;
  tenant: string;
  user?:
    | {
        id: string;
        name: string;
        /** Lower-case hex HMAC-SHA256 with the project’s signing key. */
        signature: string;
      }
    | undefined;
  test_email?:
    | {
        allowed_emails: Array<string>;
        /** Lower-case hex HMAC-SHA256 with the project’s signing key. */
        signature: string;
      }
    | undefined;
};
export type ApiKey = {
  id: string;
  team_id: string;
  name: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  /** The projects it may access; null: all of the team. */
  project_ids: Array<string> | null;
  /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
  mode: 'read' | 'comment' | 'propose' | 'write';
  /** The only tenants it has access to; null: all of its projects. */
  tenants: Array<string> | null;
  /** The only template it has access to; null: all. */
  template_id: string | null;
  /** The only tools it may call; null: all that the mode allows. */
  tools: Array<string> | null;
  /** null: never. */
  expires_at: string | null;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** The program that used it last, as it names itself; null: never used. */
  last_used_by: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type ApiKeyWithValue = {
  id: string;
  team_id: string;
  name: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  /** The projects it may access; null: all of the team. */
  project_ids: Array<string> | null;
  /** `read` changes nothing; `comment` also writes, edits and resolves comments; `propose` also proposes changes of templates, which people accept or refuse; `write` may do everything that tools can. */
  mode: 'read' | 'comment' | 'propose' | 'write';
  /** The only tenants it has access to; null: all of its projects. */
  tenants: Array<string> | null;
  /** The only template it has access to; null: all. */
  template_id: string | null;
  /** The only tools it may call; null: all that the mode allows. */
  tools: Array<string> | null;
  /** null: never. */
  expires_at: string | null;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** The program that used it last, as it names itself; null: never used. */
  last_used_by: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  api_key: string;
  /** Address of the tool server. */
  mcp_url: string;
};
export type BackendKey = {
  id: string;
  project_id: string;
  name: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
  /** The only operations it may perform; null: all that have the effects. */
  operations: Array<string> | null;
  /** The only tenants it has access to; null: all of the project. */
  tenants: Array<string> | null;
  /** null: never. */
  expires_at: string | null;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
};
export type BackendKeyWithValue = {
  id: string;
  project_id: string;
  name: string;
  /** First characters of the key, to recognize it. */
  prefix: string;
  effects: Array<'read' | 'comment' | 'propose' | 'approve' | 'write' | 'delete' | 'admin'>;
  /** The only operations it may perform; null: all that have the effects. */
  operations: Array<string> | null;
  /** The only tenants it has access to; null: all of the project. */
  tenants: Array<string> | null;
  /** null: never. */
  expires_at: string | null;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** ISO 8601, UTC. */
  created_at: string;
  server_key: string;
};
export type TokenKey = {
  kid: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** From then on tokens signed with it are refused; null while it signs new ones. */
  retires_at: string | null;
};
export type Grant = {
  id: string;
  /** What the agent calls itself. */
  client: string;
  client_id: string;
  /** `read`; `comment`: also comment; `propose`: also propose changes; `write`: also change and delete. */
  mode: 'read' | 'comment' | 'propose' | 'write';
  account: AccountSummary;
  team_id: string;
  project_id: string;
  /** Name of the project. */
  project: string;
  tenant: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** To the minute; null: never used. */
  last_used_at: string | null;
  /** Each new token moves it. */
  expires_at: string;
};
export type RecordedToolCall = {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  project_id: string;
  tenant: string;
  tenant_name: string | null;
  /** The API key it came with, which may be revoked by now. */
  key_id: string;
  /** The name of the key at that time. */
  key_name: string;
  /** Name and version the agent’s program gives itself, unverified; null: none. */
  client: string | null;
  tool: string;
  /** The template it was about; null: none. */
  template_id: string | null;
  /** `ok`, an error code, or `unknown_tool`. */
  outcome: string;
  /** The template’s version before it; null unless it changed one. */
  version_before: number | null;
  /** The template’s version after it. */
  version_after: number | null;
  duration_ms: number;
  /** Length of what was answered; null: not known. */
  result_bytes: number | null;
};
export type RecordedAdminAction = {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  actor: Actor;
  /** Such as `project.renamed` or `api_key.revoked`. */
  action: string;
  /** The team it was about; null: none. */
  team_id: string | null;
  /** The project it was about, which may be deleted; null: none. */
  project_id: string | null;
  /** The tenant it was about; null: none. */
  tenant: string | null;
  /** What was changed, and how. */
  subject: string | null;
};
export type StoredRun = {
  name: string;
  target: string;
  /** `stored`: it was made, but could not be verified. `verified`: it was restored into a scratch directory and compared. `removed`: it was removed because it was old. */
  state: 'running' | 'failed' | 'stored' | 'verified' | 'removed';
  started_at: string;
  finished_at: string | null;
  bytes: number | null;
  error: string | null;
};
export type Account = {
  id: string;
  name: string;
  email: string;
  is_operator: boolean;
  has_password: boolean;
  has_single_sign_on: boolean;
  has_authenticator_app: boolean;
  passkeys: number;
};
export type SignInStep = {
  /** `code`: a code of the authenticator app, or a recovery code, has to follow. */
  next: 'code' | null;
};
export type LinkStep = {
  /** `sign_in`: the person has an authenticator app, so the sign-in page asks for its code. */
  next: 'sign_in' | null;
};
export type Passkey = {
  id: string;
  name: string;
  /** ISO 8601. */
  created_at: string;
  /** null: never. */
  last_used_at: string | null;
};
