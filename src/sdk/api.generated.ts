// Written by scripts/sdk-api.ts from the routes of the service: do not edit.
import type { CallOptions } from './request.ts';
import type { StreamEvent } from './stream.ts';

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
  blocks: Array<{ type: string; [field: string]: unknown }>;
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

export type TemplateFolder = {
  /** The folder’s id. */
  id: string;
  project_id?: string | undefined;
  /** null: at the top. */
  parent_id: string | null;
  name: string;
  created_at?: string | undefined;
  children?: Array<unknown> | undefined;
};
export type MediaFolder = {
  /** The folder’s id. */
  id: string;
  project_id?: string | undefined;
  /** null: at the top. */
  parent_id: string | null;
  name: string;
  created_at?: string | undefined;
  children?: Array<unknown> | undefined;
};
/** A function for every operation. Each takes the operation’s input, and rejects with an SdkError. */
export interface Api {
  /** Features, limits, plan, brand, media settings and storage use of the project. */
  getProjectConfig(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    plan: string;
    features: {
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
    brand: {
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
    websocket: {
      host: string;
      port: number;
      app_key: string;
    };
  }>;
  /** What the tenant uses of the limits of its plan. */
  getUsage(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    /** The month that exports, AI tokens and tool calls are counted in, UTC: 2026-11. */
    month: string;
    templates: {
      used: number;
      /** From here on `/config` warns; null: never. */
      soft_limit: number | null;
      /** More is refused; null: no limit. */
      limit: number | null;
    };
    storage_bytes: {
      used: number;
      /** From here on `/config` warns; null: never. */
      soft_limit: number | null;
      /** More is refused; null: no limit. */
      limit: number | null;
    };
    exports: {
      used: number;
      /** From here on `/config` warns; null: never. */
      soft_limit: number | null;
      /** More is refused; null: no limit. */
      limit: number | null;
    };
    ai_tokens: {
      used: number;
      /** From here on `/config` warns; null: never. */
      soft_limit: number | null;
      /** More is refused; null: no limit. */
      limit: number | null;
    };
    tool_calls: {
      used: number;
      /** From here on `/config` warns; null: never. */
      soft_limit: number | null;
      /** More is refused; null: no limit. */
      limit: number | null;
    };
  }>;
  /** List deleted templates, files, folders, saved modules and comment threads, the last deleted first. */
  listTrash(
    input?: {
      /** Only things of this kind. */
      kind?:
        | 'template'
        | 'media'
        | 'media_folder'
        | 'template_folder'
        | 'saved_module'
        | 'comment'
        | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
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
      deleted_by: {
        kind: string;
        id: string;
        name: string;
      };
      /** When it is deleted for good. ISO 8601, UTC. */
      purge_at: string;
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Delete everything in the trash for good, or everything of a kind. */
  emptyTrash(
    input?: {
      /** Only things of this kind. */
      kind?:
        | 'template'
        | 'media'
        | 'media_folder'
        | 'template_folder'
        | 'saved_module'
        | 'comment'
        | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** How many things are gone. */
    purged: number;
  }>;
  /** Bring a deleted thing back with all it had: history, comments, files. */
  restoreFromTrash(
    input: {
      /** The id of the deleted thing. */
      trash_id: string;
      /** The signed user’s id. Required of people, as are name and signature. */
      user_id?: string | undefined;
      /** The name to show. */
      user_name?: string | undefined;
      /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
      user_signature?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The id of the deleted thing. */
    id: string;
    kind: 'template' | 'media' | 'media_folder' | 'template_folder' | 'saved_module' | 'comment';
    name?: string | undefined;
    /** moved_to_top: its folder is gone; renamed: its name was taken meanwhile; key_removed: its key, or that of a template in it, was taken meanwhile. */
    changes: Array<'moved_to_top' | 'renamed' | 'key_removed'>;
  }>;
  /** Delete something in the trash for good. */
  deleteFromTrash(
    input: {
      /** The id of the deleted thing. */
      trash_id: string;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** The built-in designs to begin a template with. */
  listStarters(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
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
  listTemplates(
    input?: {
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
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
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
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
    /** The search index is still being built: only names were searched, and filters by block and link may lack templates. */
    search_incomplete?: boolean | undefined;
  }>;
  /** Create a template, or copy one. */
  createTemplate(
    input?: {
      /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
      content?: TemplateContentInput | undefined;
      /** Instead of content: id of a template to copy with its tags. */
      copy_of?: string | undefined;
      /** Applied in order, all or none. */
      operations?: ContentOperations | undefined;
      /** Instead of content: a mail to import; one of html, mjml, eml (a saved mail), url and design (JSON of Beefree, Unlayer, Stripo, Chamaileon, Easy Email, email-builder or GrapesJS). */
      source?:
        | {
            html?: string | undefined;
            mjml?: string | undefined;
            eml?: string | undefined;
            design?: string | Record<string, unknown> | undefined;
            url?: string | undefined;
            /** Copy pictures of other hosts to the media library. */
            copy_images?: boolean | undefined;
          }
        | undefined;
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
    },
    options?: CallOptions,
  ): Promise<{
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
    tab?:
      | {
          version: number;
          /** It shows the version once it has received the message with this serial. */
          received?: number | undefined;
        }
      | undefined;
    /** Nothing was saved. */
    dry_run?: boolean | undefined;
    /** Of an import. */
    report?:
      | {
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
        }
      | undefined;
  }>;
  /** Read a template with its content, or with an outline or chosen blocks of it. */
  getTemplate(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** full (default): blocks and settings; compact: the same without defaults and with short ids; blocks: blocks only; outline: settings and a line per block, the cheapest; texts: only texts by id, for update_texts. */
      format?: 'full' | 'compact' | 'blocks' | 'outline' | 'texts' | undefined;
      /** Return only these blocks. */
      block_ids?: Array<string> | undefined;
      /** The version you know; if still current, only "unchanged" comes back. */
      if_version?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Change name, key, content, folder, tags or archive; what is not sent stays. */
  updateTemplate(
    input: {
      /** The template’s id; in the server API its key, too. */
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
      tab?:
        | {
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
          }
        | undefined;
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
    },
    options?: CallOptions,
  ): Promise<{
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
    tab?:
      | {
          version: number;
          /** It shows the version once it has received the message with this serial. */
          received?: number | undefined;
        }
      | undefined;
    /** Nothing was saved. */
    dry_run?: boolean | undefined;
  }>;
  /** Rename, move, tag, archive or delete up to 500 templates; each has an outcome of its own. */
  changeTemplates(
    input: {
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
    },
    options?: CallOptions,
  ): Promise<{
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
  listTemplateFolders(
    input?: {
      /** full: everything; compact: ids and names. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      /** The folder’s id. */
      id: string;
      project_id?: string | undefined;
      /** null: at the top. */
      parent_id: string | null;
      name: string;
      created_at?: string | undefined;
      children?: Array<TemplateFolder> | undefined;
    }>
  >;
  /** Create a folder for templates. */
  createTemplateFolder(
    input: {
      /** Up to 255 characters, unlike those beside it. */
      name: string;
      /** Id of the folder; null or "top": the top. */
      parent_id?: string | null | undefined;
      /** full: everything; compact: ids and names. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The folder’s id. */
    id: string;
    project_id?: string | undefined;
    /** null: at the top. */
    parent_id: string | null;
    name: string;
    created_at?: string | undefined;
    children?: Array<TemplateFolder> | undefined;
  }>;
  /** Rename a folder of templates, or move it into another. */
  updateTemplateFolder(
    input: {
      /** The folder’s id. */
      folder_id: string;
      /** Up to 255 characters, unlike those beside it. */
      name?: string | undefined;
      /** Id of the folder; null or "top": the top. */
      parent_id?: string | null | undefined;
      /** full: everything; compact: ids and names. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The folder’s id. */
    id: string;
    project_id?: string | undefined;
    /** null: at the top. */
    parent_id: string | null;
    name: string;
    created_at?: string | undefined;
    children?: Array<TemplateFolder> | undefined;
  }>;
  /** Put a folder of templates with those in it into the trash; its templates come to the top, or go with it. */
  deleteTemplateFolder(
    input: {
      /** The folder’s id. */
      folder_id: string;
      /** What happens to the templates in it and in its folders. */
      templates?: 'move_to_root' | 'delete' | undefined;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** List the tags that templates have, with the number of their templates. */
  listTemplateTags(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
      name: string;
      /** Archived ones included. */
      template_count: number;
    }>
  >;
  /** Put a template with its history into the trash. */
  deleteTemplate(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** The version the change is based on. With another one by now, nothing is changed. */
      expected_version?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** List files of the library, 50 a page, by folder, category and search. */
  browseMedia(
    input?: {
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
    },
    options?: CallOptions,
  ): Promise<{
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
      used_by?:
        | Array<{
            kind: 'template' | 'snapshot' | 'saved_module' | 'comment' | 'brand';
            /** Of the template, snapshot, saved module or comment; of the project for its brand. */
            id: string;
            /** Of the saved module; for snapshots and comments, of their template. */
            name: string;
          }>
        | undefined;
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
  uploadMedia(
    input: {
      /** The file. */
      file: Blob;
      /** Id of the folder; null or "top": the top. */
      folder_id?: string | null | undefined;
      /** Up to 255 characters; an extension that fits the type is added. */
      filename?: string | undefined;
      /** Alternative text; null or empty: none. */
      alt_text?: string | null | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Fetch a file from the web and add it to the library. */
  importMediaFromUrl(
    input: {
      /** Address of the file itself, http or https. */
      url: string;
      /** Id of the folder; null or "top": the top. */
      folder_id?: string | null | undefined;
      /** full: everything; compact: what is needed to place a picture. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Put files into a folder, or to the top. */
  moveMedia(
    input: {
      /** Ids of files, 1,000 at most; unknown ids are ignored. */
      ids: Array<string>;
      /** Id of the folder; null or "top": the top. */
      folder_id: string | null;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
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
    }>
  >;
  /** Put files with every version they have had into the trash; their addresses work as long as they are there. */
  deleteMedia(
    input: {
      /** Ids of files, 1,000 at most; unknown ids are ignored. */
      ids: Array<string>;
      /** true: delete also files that are in use. */
      force?: boolean | undefined;
      /** Without force: true deletes the files that are not in use; false deletes none if one is in use. */
      partial?: boolean | undefined;
      /** Delete nothing; in_use says where files are used. */
      dry_run?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Where these files are used: templates, their history and comments, saved modules, the brand. */
  checkMediaUsage(
    input: {
      /** Ids of files, 1,000 at most; unknown ids are ignored. */
      ids: Array<string>;
    },
    options?: CallOptions,
  ): Promise<
    Record<
      string,
      {
        /** Number of templates and other places that use the file. */
        template_count: number;
        /** Their names; with the kind in brackets for history, comments and saved modules. */
        template_names: Array<string>;
        /** Where the file is used: templates, their snapshots and comments, saved modules, the brand; of each kind 50 at most. */
        uses: Array<{
          kind: 'template' | 'snapshot' | 'saved_module' | 'comment' | 'brand';
          /** Of the template, snapshot, saved module or comment; of the project for its brand. */
          id: string;
          /** Of the saved module; for snapshots and comments, of their template. */
          name: string;
        }>;
      }
    >
  >;
  /** The files most templates show, 12 at most. */
  listFrequentMedia(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Array<{
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
    }>
  >;
  /** List all folders of the library as a tree. */
  listMediaFolders(
    input?: {
      /** full: everything; compact: what is needed to place a picture. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
      /** The folder’s id. */
      id: string;
      project_id?: string | undefined;
      /** null: at the top. */
      parent_id: string | null;
      name: string;
      created_at?: string | undefined;
      children?: Array<MediaFolder> | undefined;
    }>
  >;
  /** Create a folder in the library. */
  createMediaFolder(
    input: {
      /** Up to 255 characters, unlike those beside it. */
      name: string;
      /** Id of the folder; null or "top": the top. */
      parent_id?: string | null | undefined;
      /** full: everything; compact: what is needed to place a picture. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The folder’s id. */
    id: string;
    project_id?: string | undefined;
    /** null: at the top. */
    parent_id: string | null;
    name: string;
    created_at?: string | undefined;
    children?: Array<MediaFolder> | undefined;
  }>;
  /** Rename a folder, or move it into another. */
  updateMediaFolder(
    input: {
      /** The folder’s id. */
      folder_id: string;
      /** Up to 255 characters, unlike those beside it. */
      name?: string | undefined;
      /** Id of the folder; null or "top": the top. */
      parent_id?: string | null | undefined;
      /** full: everything; compact: what is needed to place a picture. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The folder’s id. */
    id: string;
    project_id?: string | undefined;
    /** null: at the top. */
    parent_id: string | null;
    name: string;
    created_at?: string | undefined;
    children?: Array<MediaFolder> | undefined;
  }>;
  /** Put a folder with those in it into the trash; its files come to the top, or go with it. */
  deleteMediaFolder(
    input: {
      /** The folder’s id. */
      folder_id: string;
      /** What happens to the files in it and in its folders. */
      files?: 'move_to_root' | 'delete' | undefined;
      /** true: delete also files that are in use. */
      force?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Rename a file, or change its alternative text; what is not sent stays. */
  updateMedia(
    input: {
      /** The file’s id. */
      media_id: string;
      /** Up to 255 characters; an extension that fits the type is added. */
      filename?: string | undefined;
      /** Alternative text; null or empty: none. */
      alt_text?: string | null | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Put another file in the place of one; it gets new URLs, the old ones go on showing the old file. */
  replaceMedia(
    input: {
      /** The file’s id. */
      media_id: string;
      /** The file. */
      file: Blob;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Render a stored template as HTML, MJML and plain text. */
  exportTemplate(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** What comes back. */
      format?: 'html' | 'mjml' | 'both' | undefined;
      /** Also return the mail as plain text. */
      plain_text?: boolean | undefined;
      /** Sample values for Liquid merge tags; without it tags stay as they are. */
      data?: Record<string, unknown> | undefined;
      /** Web fonts of the project. */
      custom_fonts?:
        | Array<{
            name: string;
            /** Style sheet that declares the font. */
            url: string;
            /** Fonts to use where it is not loaded. */
            fallback?: string | undefined;
          }>
        | undefined;
      /** Fonts behind those that name no fallback. */
      default_fallback?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    html?: string | undefined;
    mjml?: string | undefined;
    plain_text?: string | undefined;
    /** Size of the HTML; Gmail cuts mails at 102 KB. */
    html_bytes: number;
    warnings: Array<{
      code: string;
      message: string;
      /** Absent if it is about the whole mail. */
      block_id?: string | undefined;
    }>;
  }>;
  /** Render a stored template with values: subject, preheader, HTML, MJML and plain text to send. */
  renderTemplate(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Values for the Liquid merge tags, up to 262,144 characters of JSON. */
      data?: Record<string, unknown> | undefined;
      /** Refuse if `data` lacks a variable that the mail prints. Default false. */
      strict?: boolean | undefined;
      /** What comes back. */
      format?: 'html' | 'mjml' | 'both' | undefined;
      /** Web fonts of the project. */
      custom_fonts?:
        | Array<{
            name: string;
            /** Style sheet that declares the font. */
            url: string;
            /** Fonts to use where it is not loaded. */
            fallback?: string | undefined;
          }>
        | undefined;
      /** Fonts behind those that name no fallback. */
      default_fallback?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** From `settings.subject`; null if the template has none. */
    subject: string | null;
    /** From `settings.preheaderText`; null if the template has none. It is in the HTML too. */
    preheader: string | null;
    html?: string | undefined;
    mjml?: string | undefined;
    plain_text: string;
    /** Size of the HTML; Gmail cuts mails at 102 KB. */
    html_bytes: number;
    warnings: Array<{
      code: string;
      message: string;
      /** Absent if it is about the whole mail. */
      block_id?: string | undefined;
    }>;
    /** Variables that the mail prints without a default, and that `data` does not have; 100 at most. */
    missing_variables: Array<string>;
  }>;
  /** A picture of a stored template as PNG, drawn from its blocks. */
  getTemplateThumbnail(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Width of the picture in pixels. */
      width?: number | undefined;
      /** A longer mail is cut off here. Four times the width when absent, 4000 at most. */
      max_height?: number | undefined;
      /** "phone": 375 CSS pixels wide, with columns below each other. */
      layout?: 'desktop' | 'phone' | undefined;
      /** With the colors of dark mode. */
      dark?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<Blob>;
  /** A picture of a starter as PNG, in the brand of the tenant. */
  getStarterThumbnail(
    input: {
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
    },
    options?: CallOptions,
  ): Promise<Blob>;
  /** Render content that is not stored as HTML, MJML and plain text. */
  renderContent(
    input: {
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
      custom_fonts?:
        | Array<{
            name: string;
            /** Style sheet that declares the font. */
            url: string;
            /** Fonts to use where it is not loaded. */
            fallback?: string | undefined;
          }>
        | undefined;
      /** Fonts behind those that name no fallback. */
      default_fallback?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    html?: string | undefined;
    mjml?: string | undefined;
    plain_text?: string | undefined;
    /** Size of the HTML; Gmail cuts mails at 102 KB. */
    html_bytes: number;
    warnings: Array<{
      code: string;
      message: string;
      /** Absent if it is about the whole mail. */
      block_id?: string | undefined;
    }>;
  }>;
  /** Compile MJML to HTML; files that it includes are left out. */
  compileMjml(
    input: {
      /** MJML, up to 1,048,576 characters. */
      mjml: string;
    },
    options?: CallOptions,
  ): Promise<{
    html: string;
  }>;
  /** Send a template as a test mail to somebody the customer has vouched for. */
  sendTestEmail(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Who gets the mail: one of `allowed_emails`. */
      recipient: string;
      /** Who may get test mails: the list of the token answer, unchanged. */
      allowed_emails?: Array<string> | undefined;
      /** Hex HMAC-SHA256 of `JSON.stringify(allowed_emails)` with the project’s signing key. */
      signature?: string | undefined;
      /** The mail: what the export has answered. Anything else is sanitized before it is sent. */
      html: string;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Send content that is not stored as a test mail to somebody the customer has vouched for. */
  sendContentAsTestEmail(
    input: {
      /** Who gets the mail: one of `allowed_emails`. */
      recipient: string;
      /** Who may get test mails: the list of the token answer, unchanged. */
      allowed_emails?: Array<string> | undefined;
      /** Hex HMAC-SHA256 of `JSON.stringify(allowed_emails)` with the project’s signing key. */
      signature?: string | undefined;
      /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
      content: TemplateContentInput;
      /** Subject of the mail; default: `settings.subject`. */
      title?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Make a template of a mail made with Beefree, and report what was changed or lost. */
  importFromBeefree(
    input: {
      /** The design: its JSON, as an object or as text. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with Unlayer, and report what was changed or lost. */
  importFromUnlayer(
    input: {
      /** The design: its JSON, as an object or as text. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with Chamaileon, and report what was changed or lost. */
  importFromChamaileon(
    input: {
      /** The design: its JSON, as an object or as text. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with EasyEmail, and report what was changed or lost. */
  importFromEasyEmail(
    input: {
      /** The design: its JSON, as an object or as text. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with EmailBuilder, and report what was changed or lost. */
  importFromEmailBuilder(
    input: {
      /** The design: its JSON, as an object or as text. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with GrapesJS, and report what was changed or lost. */
  importFromGrapesJS(
    input: {
      /** The design: its JSON, as an object or as text. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with Stripo, and report what was changed or lost. */
  importFromStripo(
    input: {
      /** The HTML, or an object of `html` and `css`, as the plugin hands out. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with MJML, and report what was changed or lost. */
  importFromMJML(
    input: {
      /** The text of the MJML. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
      /** Texts of the files it includes, by path. */
      includes?: Record<string, string> | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with HTML, and report what was changed or lost. */
  importFromHTML(
    input: {
      /** The text of the HTML. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with EML, and report what was changed or lost. */
  importFromEML(
    input: {
      /** The text of the EML. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail made with ZIP, and report what was changed or lost. */
  importFromZIP(
    input: {
      /** The archive as base64: a mail and its pictures. */
      source: unknown;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** Make a template of a mail on the web, and report what was changed or lost. */
  importFromUrl(
    input: {
      /** Address of the page, HTML or MJML. */
      url: string;
      /** Up to 255 characters; null or blank: unnamed. */
      name?: string | null | undefined;
      /** Return the content without saving it, or copying pictures. */
      dry_run?: boolean | undefined;
      /** Copy pictures of other hosts to the media library. */
      copy_images?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    template?:
      | {
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
        }
      | undefined;
    /** Blocks and settings, in full form. */
    content?: TemplateContent | undefined;
    /** Of an import. */
    report: {
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
  }>;
  /** List snapshots of a template, newest first: up to 50 a page, with contents of up to 8 MB. */
  listSnapshots(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Most snapshots on the page. */
      limit?: number | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
      /** full: with content; compact: without. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      /** UUID. */
      id: string;
      /** The template’s id; in the server API its key, too. */
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
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Snapshot the content sent, or the current content of the template if none is sent. */
  createSnapshot(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
      content?: TemplateContentInput | undefined;
      /** What people read in the list. */
      label?: string | null | undefined;
      /** Whether it may be thinned with age. If left out: true for content sent without a label, as editors save by themselves; false otherwise. */
      is_autosave?: boolean | undefined;
      /** full: with content; compact: without. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** UUID. */
    id: string;
    /** The template’s id; in the server API its key, too. */
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
  }>;
  /** Read one snapshot with its content, or with an outline or chosen blocks of it. */
  getSnapshot(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** The snapshot’s id. */
      snapshot_id: string;
      /** full (default): blocks and settings; compact: the same without defaults and with short ids; blocks: blocks only; outline: settings and a line per block, the cheapest; texts: only texts by id, for update_texts. */
      format?: 'full' | 'compact' | 'blocks' | 'outline' | 'texts' | undefined;
      /** Return only these blocks. */
      block_ids?: Array<string> | undefined;
      /** "now" or another snapshot’s id: what changed from this one to that; content only if format is sent. */
      diff_with?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** UUID. */
    id: string;
    /** The template’s id; in the server API its key, too. */
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
  }>;
  /** Delete a snapshot permanently; the template and its other snapshots stay. */
  deleteSnapshot(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** The snapshot’s id. */
      snapshot_id: string;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Restore a template to a snapshot, after a snapshot of the present content. */
  restoreSnapshot(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** The snapshot’s id. */
      snapshot_id: string;
      /** The version the change is based on. With another one by now, nothing is changed. */
      expected_version?: number | undefined;
      /** full: the whole template; compact: its version, the ids that changed and an outline. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
    tab?:
      | {
          version: number;
          /** It shows the version once it has received the message with this serial. */
          received?: number | undefined;
        }
      | undefined;
    /** Nothing was saved. */
    dry_run?: boolean | undefined;
  }>;
  /** What changed from one state of a template to another: blocks, fields, texts word by word. */
  diffTemplate(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** A snapshot’s id, a version such as "3", or "now" for the present content. */
      from: string;
      /** The same; the present content if left out. */
      to?: string | undefined;
      /** full: every change as data, with operations; compact: a short text. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** The template’s id; in the server API its key, too. */
    template_id: string;
    from: {
      /** The snapshot’s id, the version, or "now". */
      id: string;
      /** ISO 8601, UTC. */
      at: string;
      label?: string | undefined;
      is_autosave?: boolean | undefined;
      /** Of the template; not for a snapshot’s id. */
      version?: number | undefined;
    };
    to: {
      /** The snapshot’s id, the version, or "now". */
      id: string;
      /** ISO 8601, UTC. */
      at: string;
      label?: string | undefined;
      is_autosave?: boolean | undefined;
      /** Of the template; not for a snapshot’s id. */
      version?: number | undefined;
    };
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
          place: {
            /** Id of the section it is in; absent: top level. */
            section?: string | undefined;
            column?: number | undefined;
            index: number;
          };
          /** Counted from 0. */
          from?:
            | {
                /** Id of the section it is in; absent: top level. */
                section?: string | undefined;
                column?: number | undefined;
                index: number;
              }
            | undefined;
          /** An added or removed block; the blocks inside a section are listed themselves. */
          block?: unknown | undefined;
          fields?:
            | Array<{
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
              }>
            | undefined;
        }>
      | undefined;
    settings?:
      | Array<{
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
        }>
      | undefined;
    /** Fields of the content beside blocks and settings. */
    others?:
      | Array<{
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
        }>
      | undefined;
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
  }>;
  /** List the changes of a template by agents that can be undone: the last 500 of 30 days, newest first. */
  listAgentChanges(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
  undoAgentChanges(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** The version that the change made; left out: the last change by an agent. */
      version?: number | undefined;
      /** Undo all that the agent did around that change with pauses of 30 minutes at most. */
      whole_spell?: boolean | undefined;
      /** The version the change is based on. With another one by now, nothing is changed. */
      expected_version?: number | undefined;
      /** full: the whole template; compact: its version, the ids that changed and an outline. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
    tab?:
      | {
          version: number;
          /** It shows the version once it has received the message with this serial. */
          received?: number | undefined;
        }
      | undefined;
    /** Nothing was saved. */
    dry_run?: boolean | undefined;
    /** The versions that the changes made; empty if nothing of them was left. */
    undone: Array<number>;
  }>;
  /** List the comment threads of a template, each with its replies, the oldest first. */
  listComments(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Only threads that are open, or resolved. */
      status?: 'all' | 'open' | 'resolved' | undefined;
      /** Only threads about this block, by its id. */
      block_id?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
      /** full: every field, all threads at once; compact: what an agent needs, in pages. */
      answer?: 'full' | 'compact' | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    /** Threads; compact: 25 at most. */
    items: Array<{
      /** UUID. */
      id: string;
      /** The template’s id; in the server API its key, too. */
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
            /** The template’s id; in the server API its key, too. */
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
    }>;
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
  createComment(
    input: {
      /** The template’s id; in the server API its key, too. */
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
    },
    options?: CallOptions,
  ): Promise<{
    /** UUID. */
    id: string;
    /** The template’s id; in the server API its key, too. */
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
          /** The template’s id; in the server API its key, too. */
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
  }>;
  /** Change the text of an own comment. */
  updateComment(
    input: {
      /** The template’s id; in the server API its key, too. */
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
    },
    options?: CallOptions,
  ): Promise<{
    /** UUID. */
    id: string;
    /** The template’s id; in the server API its key, too. */
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
          /** The template’s id; in the server API its key, too. */
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
  }>;
  /** Delete an own reply for good, or put a thread with all replies into the trash by its first comment. */
  deleteComment(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** The comment’s id. */
      comment_id: string;
      /** The signed user’s id. Required of people, as are name and signature. */
      user_id?: string | undefined;
      /** The name to show. */
      user_name?: string | undefined;
      /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
      user_signature?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Resolve or reopen a thread. */
  resolveComment(
    input: {
      /** The template’s id; in the server API its key, too. */
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
    },
    options?: CallOptions,
  ): Promise<{
    /** UUID. */
    id: string;
    /** The template’s id; in the server API its key, too. */
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
          /** The template’s id; in the server API its key, too. */
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
  }>;
  /** List the saved modules of the tenant and the shared ones of the project by name. */
  listSavedModules(
    input?: {
      /** Text the name must contain, upper or lower case. */
      search?: string | undefined;
      /** Only those of this category. */
      category?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<
    Array<{
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
    }>
  >;
  /** Save blocks for reuse by the tenant, or if shared by all tenants of the project. */
  createSavedModule(
    input: {
      /** 1-255 characters. */
      name: string;
      /** The blocks, at least one. Stored as sent. Editors give them new ids when they insert them. */
      content: unknown;
      /** What it is listed under, up to 100 characters; empty or null: nothing. */
      category?: string | null | undefined;
      /** Whether all tenants of the project can use it. Only a token with `share_modules` may change this, or a shared module. */
      shared?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Change name, blocks, category or sharing of a saved module; what is not sent stays. */
  updateSavedModule(
    input: {
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
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Put a saved module into the trash; templates made from it stay. */
  deleteSavedModule(
    input: {
      /** The module’s id. */
      module_id: string;
    },
    options?: CallOptions,
  ): Promise<void>;
  /** Replace an address, a domain of links, a color, a text or a block in many templates. */
  replaceInTemplates(
    input: {
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
    },
    options?: CallOptions,
  ): Promise<{
    /** Templates that have it, in the order of creation. */
    items: Array<{
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
    }>;
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
  }>;
  /** List changes in the tenant with their actors, newest first. */
  listActivity(
    input?: {
      /** Id of the user or API key. */
      actor?: string | undefined;
      /** Such as `comment.created`, or `comment` for all of them. */
      type?: string | undefined;
      /** ISO 8601: a time, or a date, which begins at midnight UTC. */
      since?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      id: number;
      /** ISO 8601, UTC. */
      at: string;
      /** Who made the change. If the token names no user, the tenant. */
      actor: {
        /** `user`, `agent` (an API key), `system` (the customer’s backend) or `admin` (the operator). */
        kind: string;
        /** The user’s id, or the API key’s. */
        id: string;
        /** The name at that time. */
        name: string;
      };
      /** `rest`, `server` (the server API), `mcp` (the tool server) or `cli` (`galley mcp`). */
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
  /** List changes of a template with their actors, newest first. */
  listTemplateActivity(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Id of the user or API key. */
      actor?: string | undefined;
      /** Such as `comment.created`, or `comment` for all of them. */
      type?: string | undefined;
      /** ISO 8601: a time, or a date, which begins at midnight UTC. */
      since?: string | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
      id: number;
      /** ISO 8601, UTC. */
      at: string;
      /** Who made the change. If the token names no user, the tenant. */
      actor: {
        /** `user`, `agent` (an API key), `system` (the customer’s backend) or `admin` (the operator). */
        kind: string;
        /** The user’s id, or the API key’s. */
        id: string;
        /** The name at that time. */
        name: string;
      };
      /** `rest`, `server` (the server API), `mcp` (the tool server) or `cli` (`galley mcp`). */
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
  /** Rate a template or unsaved content for spam, readability, accessibility and best practices. */
  scoreTemplate(
    input?: {
      /** The template’s id; in the server API its key, too. */
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
      /** The known merge tags; others are then reported as unknown. */
      merge_tags?:
        | Array<{
            label?: string | undefined;
            value: string;
          }>
        | undefined;
    },
    options?: CallOptions,
  ): AsyncGenerator<
    | StreamEvent
    | ({ type: 'done' } & {
        result: {
          /** Mean of the areas. */
          score: number;
          categories: {
            spam?:
              | {
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
                }
              | undefined;
            readability?:
              | {
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
                }
              | undefined;
            accessibility?:
              | {
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
                }
              | undefined;
            bestPractices?:
              | {
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
                }
              | undefined;
          };
          /** Number of further findings. */
          findings_omitted?: number | undefined;
          fixes?: ContentOperations | undefined;
        };
      })
  >;
  /** List proposed changes of templates, newest first. */
  listProposals(
    input?: {
      /** The template’s id; in the server API its key, too. */
      template_id?: string | undefined;
      /** `change` of a template, `create`: a new template, `delete`: its deletion. */
      kind?: 'change' | 'create' | 'delete' | undefined;
      /** `undecided`: open and conflicting ones. All if left out. */
      state?: 'open' | 'conflicting' | 'accepted' | 'refused' | 'withdrawn' | 'undecided' | undefined;
      /** Only those of the caller. */
      mine?: boolean | undefined;
      /** Where to go on: `next_cursor` of the page before. Leave it out for the first page. */
      cursor?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    items: Array<{
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
      changes: Array<{
        /** The block’s id; `settings` for settings; `template.` and its name for another field. */
        id: string;
        /** `added`, `removed`, `moved` or `changed`. */
        change: string;
        /** The block’s line in the outline. */
        outline: string;
      }>;
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
    }>;
    /** Largest number of items on a page. */
    per_page: number;
    /** Pass it as `cursor` to get the next page; null on the last. */
    next_cursor: string | null;
  }>;
  /** Propose a new template, which others accept or refuse. */
  proposeTemplate(
    input?: {
      /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
      content?: TemplateContentInput | undefined;
      /** Instead of content: id of a template to copy with its tags. */
      copy_of?: string | undefined;
      /** Applied in order, all or none. */
      operations?: ContentOperations | undefined;
      /** Instead of content: a mail to import; one of html, mjml, eml (a saved mail), url and design (JSON of Beefree, Unlayer, Stripo, Chamaileon, Easy Email, email-builder or GrapesJS). */
      source?:
        | {
            html?: string | undefined;
            mjml?: string | undefined;
            eml?: string | undefined;
            design?: string | Record<string, unknown> | undefined;
            url?: string | undefined;
            /** Copy pictures of other hosts to the media library. */
            copy_images?: boolean | undefined;
          }
        | undefined;
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
    },
    options?: CallOptions,
  ): Promise<{
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
    report?:
      | {
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
        }
      | undefined;
  }>;
  /** Propose a change of a template, or its deletion, which others accept or refuse. */
  proposeChange(
    input: {
      /** The template’s id; in the server API its key, too. */
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
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Get one proposal with its diff, and while it is undecided the proposed content. */
  getProposal(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id?: string | undefined;
      /** The proposal’s id. */
      proposal_id: string;
    },
    options?: CallOptions,
  ): Promise<{
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
    changes: Array<{
      /** The block’s id; `settings` for settings; `template.` and its name for another field. */
      id: string;
      /** `added`, `removed`, `moved` or `changed`. */
      change: string;
      /** The block’s line in the outline. */
      outline: string;
    }>;
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
  }>;
  /** Accept a proposal, or the changes of single blocks and fields. */
  acceptProposal(
    input: {
      /** The template’s id; in the server API its key, too. */
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
    },
    options?: CallOptions,
  ): Promise<{
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
    changes: Array<{
      /** The block’s id; `settings` for settings; `template.` and its name for another field. */
      id: string;
      /** `added`, `removed`, `moved` or `changed`. */
      change: string;
      /** The block’s line in the outline. */
      outline: string;
    }>;
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
  }>;
  /** Refuse a proposal, with a reason that its author reads. */
  refuseProposal(
    input: {
      /** The template’s id; in the server API its key, too. */
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
    },
    options?: CallOptions,
  ): Promise<{
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
    changes: Array<{
      /** The block’s id; `settings` for settings; `template.` and its name for another field. */
      id: string;
      /** `added`, `removed`, `moved` or `changed`. */
      change: string;
      /** The block’s line in the outline. */
      outline: string;
    }>;
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
  }>;
  /** Withdraw one’s own proposal. */
  withdrawProposal(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id?: string | undefined;
      /** The proposal’s id. */
      proposal_id: string;
      /** The signed user’s id. Required of people, as are name and signature. */
      user_id?: string | undefined;
      /** The name to show. */
      user_name?: string | undefined;
      /** Hex HMAC-SHA256 of `user_id` with the project’s signing key. */
      user_signature?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
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
    changes: Array<{
      /** The block’s id; `settings` for settings; `template.` and its name for another field. */
      id: string;
      /** `added`, `removed`, `moved` or `changed`. */
      change: string;
      /** The block’s line in the outline. */
      outline: string;
    }>;
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
  }>;
  /** Messages of the most recent conversation with the model about a template. */
  listConversationMessages(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
    },
    options?: CallOptions,
  ): Promise<{
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
  }>;
  /** Three prompts to begin a mail with. */
  suggestPrompts(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
      current_content?: TemplateContentInput | undefined;
      /** Merge tags that may be used; no others are. */
      merge_tags?:
        | Array<{
            label?: string | undefined;
            value: string;
          }>
        | undefined;
    },
    options?: CallOptions,
  ): AsyncGenerator<
    | StreamEvent
    | ({ type: 'done' } & {
        /** Three prompts to start from. */
        suggestions: Array<string>;
      })
  >;
  /** Generate or change the content of an editor’s canvas by a prompt, without storing it. */
  generateContent(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** What the mail is for and what it says, or what to change. */
      prompt: string;
      /** Blocks and settings. Fields that have a default may be left out, ids too. The answer holds the full form. */
      current_content: TemplateContentInput;
      /** Merge tags that may be used; no others are. */
      merge_tags?:
        | Array<{
            label?: string | undefined;
            value: string;
          }>
        | undefined;
      /** Conversation to continue; null or left out: a new one. */
      conversation_id?: string | null | undefined;
      /** What sort of mail it is. */
      kind?: 'marketing' | 'transactional' | undefined;
      /** BCP-47 language of the texts, such as de. */
      locale?: string | undefined;
    },
    options?: CallOptions,
  ): AsyncGenerator<
    | StreamEvent
    | ({ type: 'done' } & {
        /** What was done, in a sentence or two. */
        text: string;
        /** Blocks and settings, in full form. */
        content: TemplateContent;
        conversation_id: string;
        /** builtin: composed from built-in designs, since no AI provider is configured. */
        engine: 'model' | 'builtin';
      })
  >;
  /** Rewrite a text as an instruction says; merge tags and inline markup stay exactly as they are. */
  rewriteText(
    input: {
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
      merge_tags?:
        | Array<{
            label?: string | undefined;
            value: string;
          }>
        | undefined;
    },
    options?: CallOptions,
  ): AsyncGenerator<
    | StreamEvent
    | ({ type: 'done' } & {
        /** The text, with its merge tags and inline markup as they were. */
        content: string;
      })
  >;
  /** Put right one finding of a score in the HTML of a block: by the rule’s own fix, else by the model. */
  fixFinding(
    input: {
      /** The template’s id; in the server API its key, too. */
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
      merge_tags?:
        | Array<{
            label?: string | undefined;
            value: string;
          }>
        | undefined;
    },
    options?: CallOptions,
  ): AsyncGenerator<
    | StreamEvent
    | ({ type: 'done' } & {
        /** HTML of the block. */
        content: string;
      })
  >;
  /** Rebuild a design, given as a picture or PDF, as content, without storing it; or make content from a prompt alone. */
  generateFromDesign(
    input: {
      /** The template’s id; in the server API its key, too. */
      template_id: string;
      /** What to make of it. */
      prompt?: string | undefined;
      /** The file. */
      image_upload?: Blob | undefined;
      /** The file. */
      pdf_upload?: Blob | undefined;
    },
    options?: CallOptions,
  ): AsyncGenerator<
    | StreamEvent
    | ({ type: 'done' } & {
        /** Blocks and settings, in full form. */
        content: TemplateContent;
      })
  >;
  /** Tell whether the service can reach its database. */
  checkHealth(
    input?: {
      /** Any text; the answer has it signed, by which `galley doctor` recognizes its server. */
      challenge?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    status: 'ok';
    /** Where to try whether websockets get through: with TLS on port 443, otherwise plain. */
    websocket?:
      | {
          host: string;
          port: number;
          app_key: string;
        }
      | undefined;
    /** The signed `challenge`. */
    proof?: string | undefined;
    backup?:
      | {
          /** `failing`: the last backup failed, could not be verified, or is overdue. `none`: there was no backup yet. */
          status: 'ok' | 'failing' | 'none';
          last_verified_at: string | null;
        }
      | undefined;
    /** The certificate that the server gets and renews by itself; only if it does. */
    certificate?:
      | {
          /** `failing`: the last attempt failed. `none`: there is none yet. */
          status: 'ok' | 'failing' | 'none';
          /** ISO 8601. */
          valid_to: string | null;
        }
      | undefined;
  }>;
  /** Tell whether the service can read and write; 503 with the reason if not, such as a full disk. `degraded`: media files cannot be reached, or servers do not reach each other. */
  checkReadiness(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    status: 'ready' | 'degraded';
  }>;
}

/** Method, form of the answer, path below `/api/v1/` (`P`: of the tenant), encoding of the input if it is not JSON. */
export const OPERATIONS = {
  getProjectConfig: 'GET data P/config',
  getUsage: 'GET data P/usage',
  listTrash: 'GET page P/trash',
  emptyTrash: 'POST data P/trash/empty',
  restoreFromTrash: 'POST data P/trash/:trash_id/restore signed',
  deleteFromTrash: 'DELETE nothing P/trash/:trash_id',
  listStarters: 'GET items P/starters',
  listTemplates: 'GET page P/templates',
  createTemplate: 'POST data P/templates',
  getTemplate: 'GET data P/templates/:template_id',
  updateTemplate: 'PUT data P/templates/:template_id',
  changeTemplates: 'POST data P/templates/bulk',
  listTemplateFolders: 'GET items P/template-folders',
  createTemplateFolder: 'POST data P/template-folders',
  updateTemplateFolder: 'PUT data P/template-folders/:folder_id',
  deleteTemplateFolder: 'DELETE nothing P/template-folders/:folder_id',
  listTemplateTags: 'GET items P/template-tags',
  deleteTemplate: 'DELETE nothing P/templates/:template_id',
  browseMedia: 'GET page P/media/browse',
  uploadMedia: 'POST data P/media/upload form',
  importMediaFromUrl: 'POST data P/media/import-from-url',
  moveMedia: 'POST items P/media/move',
  deleteMedia: 'POST nothing P/media/delete',
  checkMediaUsage: 'POST data P/media/check-usage',
  listFrequentMedia: 'GET items P/media/frequently-used',
  listMediaFolders: 'GET items P/media/folders',
  createMediaFolder: 'POST data P/media/folders',
  updateMediaFolder: 'PUT data P/media/folders/:folder_id',
  deleteMediaFolder: 'DELETE nothing P/media/folders/:folder_id',
  updateMedia: 'PUT data P/media/:media_id',
  replaceMedia: 'POST data P/media/:media_id/replace form',
  exportTemplate: 'POST data P/templates/:template_id/export',
  renderTemplate: 'POST data P/templates/:template_id/render',
  getTemplateThumbnail: 'GET picture P/templates/:template_id/thumbnail.png',
  getStarterThumbnail: 'GET picture P/starters/thumbnail.png',
  renderContent: 'POST data P/render',
  compileMjml: 'POST data P/render/mjml',
  sendTestEmail: 'POST nothing P/templates/:template_id/send-test-email recipients',
  sendContentAsTestEmail: 'POST nothing P/send-test-email recipients',
  importFromBeefree: 'POST data P/templates/import/from-beefree',
  importFromUnlayer: 'POST data P/templates/import/from-unlayer',
  importFromChamaileon: 'POST data P/templates/import/from-chamaileon',
  importFromEasyEmail: 'POST data P/templates/import/from-easy-email',
  importFromEmailBuilder: 'POST data P/templates/import/from-email-builder',
  importFromGrapesJS: 'POST data P/templates/import/from-grapesjs',
  importFromStripo: 'POST data P/templates/import/from-stripo',
  importFromMJML: 'POST data P/templates/import/from-mjml',
  importFromHTML: 'POST data P/templates/import/from-html',
  importFromEML: 'POST data P/templates/import/from-eml',
  importFromZIP: 'POST data P/templates/import/from-zip',
  importFromUrl: 'POST data P/templates/import/from-url',
  listSnapshots: 'GET page P/templates/:template_id/snapshots',
  createSnapshot: 'POST data P/templates/:template_id/snapshots',
  getSnapshot: 'GET data P/templates/:template_id/snapshots/:snapshot_id',
  deleteSnapshot: 'DELETE nothing P/templates/:template_id/snapshots/:snapshot_id',
  restoreSnapshot: 'POST data P/templates/:template_id/snapshots/:snapshot_id/restore',
  diffTemplate: 'GET data P/templates/:template_id/diff',
  listAgentChanges: 'GET page P/templates/:template_id/agent-changes',
  undoAgentChanges: 'POST data P/templates/:template_id/undo',
  listComments: 'GET page P/templates/:template_id/comments',
  createComment: 'POST data P/templates/:template_id/comments signed',
  updateComment: 'PUT data P/templates/:template_id/comments/:comment_id signed',
  deleteComment: 'DELETE nothing P/templates/:template_id/comments/:comment_id signed',
  resolveComment: 'POST data P/templates/:template_id/comments/:comment_id/resolve signed',
  listSavedModules: 'GET items P/saved-modules',
  createSavedModule: 'POST data P/saved-modules',
  updateSavedModule: 'PUT data P/saved-modules/:module_id',
  deleteSavedModule: 'DELETE nothing P/saved-modules/:module_id',
  replaceInTemplates: 'POST data P/templates/replace',
  listActivity: 'GET page P/activity',
  listTemplateActivity: 'GET page P/templates/:template_id/activity',
  scoreTemplate: 'POST events P/templates/:template_id/ai/score',
  listProposals: 'GET page P/proposals',
  proposeTemplate: 'POST data P/proposals signed',
  proposeChange: 'POST data P/templates/:template_id/proposals signed',
  getProposal: 'GET data P/proposals/:proposal_id',
  acceptProposal: 'POST data P/proposals/:proposal_id/accept signed',
  refuseProposal: 'POST data P/proposals/:proposal_id/refuse signed',
  withdrawProposal: 'POST data P/proposals/:proposal_id/withdraw signed',
  listConversationMessages: 'GET list P/templates/:template_id/ai/conversation-messages',
  suggestPrompts: 'POST events P/templates/:template_id/ai/suggestions',
  generateContent: 'POST events P/templates/:template_id/ai/generate',
  rewriteText: 'POST events P/templates/:template_id/ai/rewrite-text',
  fixFinding: 'POST events P/templates/:template_id/ai/fix-finding',
  generateFromDesign: 'POST events P/templates/:template_id/ai/generate-from-design form',
  checkHealth: 'GET bare health',
  checkReadiness: 'GET bare ready',
} satisfies Record<keyof Api, string>;
