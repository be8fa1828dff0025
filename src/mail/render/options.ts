import type { CountdownBlock, SocialIconStyle, VideoBlock } from '../model/index.ts';

/** Where the pictures are that the service itself draws. Each answers with an absolute URL. */
export interface RenderAssets {
  /** PNG of a platform's icon, twice as large as the largest icon size (48 px). */
  socialIcon(platform: string, style: SocialIconStyle): string;
  /** PNG or JPEG of the poster with a play button on it. Not asked for when the poster's URL is a merge tag. */
  videoPoster(block: VideoBlock): string;
  /** Animated GIF of the clock, with the size in CSS pixels at which it is to be shown. */
  countdown(block: CountdownBlock): { url: string; width: number; height: number };
}

/** A web font: `url` is that of a style sheet which declares it. */
export interface CustomFont {
  name: string;
  url: string;
  /** Font stack for clients that do not load it. */
  fallback?: string | undefined;
}

export interface RenderOptions {
  /** Name of the mail, for contents without a subject; the first heading when absent. */
  title?: string | undefined;
  assets: RenderAssets;
  customFonts?: readonly CustomFont[] | undefined;
  /** Font stack behind custom fonts that name none, and behind unknown fonts. */
  defaultFallback?: string | undefined;
  /** Values for merge tags in Liquid syntax; without it all merge tags stay as they are. */
  data?: Record<string, unknown> | undefined;
  /**
   * For previews in editors: each block gets a class, this prefix and its number in reading order, and blocks that show
   * nothing leave an empty space.
   */
  blockMarkers?: string | undefined;
}

export type WarningCode =
  | 'unknown_block'
  | 'custom_block_not_rendered'
  | 'image_missing'
  | 'countdown_without_date'
  | 'countdown_unreadable'
  | 'unsafe_link'
  | 'invalid_color'
  | 'unknown_value'
  | 'dark_mode_left_out'
  | 'html_removed'
  | 'merge_tag_changed'
  | 'data_not_applied'
  | 'tags_not_filled';

/** Something of the content that is not in the mail as its author may expect. */
export interface Warning {
  code: WarningCode;
  message: string;
  /** Absent when it concerns the mail as a whole. */
  blockId?: string;
}
