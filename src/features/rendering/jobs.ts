import type {
  CountdownOptions,
  Poster,
  PosterRequest,
  SocialIconRequest,
} from '../../mail/pictures/index.ts';
import type { CustomFont } from '../../mail/render/index.ts';

/** A content to render. */
export interface RenderJob {
  kind: 'render';
  /** JSON of a content. */
  content: string;
  title: string | undefined;
  /** Where the service's pictures are, without a trailing slash. */
  imageBase: string;
  /** Addresses of pictures that are made for one block, by the block's id. */
  pictures: Record<string, string>;
  customFonts: readonly CustomFont[];
  defaultFallback: string | undefined;
  data: Record<string, unknown> | undefined;
}

/** HTML of a mail from a client. */
export interface SanitiseJob {
  kind: 'sanitise';
  html: string;
  /** Our own HTML of the same template. */
  own: string;
}

/** A picture to draw. */
export type ImageJob =
  | { kind: 'icon'; request: SocialIconRequest }
  | { kind: 'countdown'; options: CountdownOptions; now: number }
  | { kind: 'poster'; request: PosterRequest };

/** The result of an image job. */
export type DrawnImage =
  | Pick<Poster, 'bytes' | 'type'>
  | { bytes: Uint8Array; type: 'image/gif' | 'image/png' };
