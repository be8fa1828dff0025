import type { Drawing } from '../../mail/model/drawings.ts';
import type {
  CountdownOptions,
  Poster,
  PosterRequest,
  SocialIconRequest,
} from '../../mail/pictures/index.ts';
import type { CustomFont, FilledTexts, MailTexts, Warning } from '../../mail/render/index.ts';
import { type StoredJson, storedJson } from '../../platform/json/stored-json.ts';

/** A content rendered in every form. */
export interface Rendering {
  html: string;
  mjml: string;
  plain_text: string;
  warnings: Warning[];
  /** Tokens of the media library's files in the content. */
  mediaTokens: string[];
}

/** A rendering from a worker. Its texts are encoded as JSON, so that the server only passes them on. */
export interface EncodedTexts {
  html: Uint8Array;
  mjml: Uint8Array;
  plain_text: Uint8Array;
  /** Bytes of the HTML in UTF-8. */
  htmlBytes: number;
  warnings: Warning[];
}

/** A rendering as it goes into answers. */
export interface EncodedRendering extends Pick<EncodedTexts, 'htmlBytes' | 'warnings'> {
  html: StoredJson<string>;
  mjml: StoredJson<string>;
  plain_text: StoredJson<string>;
  /** Tokens of the media library's files in the content. */
  mediaTokens: readonly string[];
  /** Bytes of everything as JSON. */
  jsonBytes: number;
  /** Hash of the HTML. Computed at first use and kept, because the rendering is shared. */
  htmlHash?: string;
}

export function encodeTexts({
  html,
  mjml,
  plain_text,
  warnings,
}: Omit<Rendering, 'mediaTokens'>): EncodedTexts {
  const encode = (text: string) => Buffer.from(JSON.stringify(text));
  return {
    html: encode(html),
    mjml: encode(mjml),
    plain_text: encode(plain_text),
    htmlBytes: Buffer.byteLength(html),
    warnings,
  };
}

export function toEncodedRendering(
  { html, mjml, plain_text, ...facts }: EncodedTexts,
  mediaTokens: readonly string[],
): EncodedRendering {
  return {
    ...facts,
    mediaTokens,
    html: storedJson(html),
    mjml: storedJson(mjml),
    plain_text: storedJson(plain_text),
    jsonBytes: html.byteLength + mjml.byteLength + plain_text.byteLength,
  };
}

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
  /** Prefix of the classes that mark blocks in a preview. */
  blockMarkers: string | undefined;
}

/** HTML of a mail from a client. */
export interface SanitizeJob {
  kind: 'sanitize';
  html: string;
  /** Our own HTML of the same template. */
  own: string;
}

/** MJML of a client. */
export interface CompileJob {
  kind: 'compile';
  mjml: string;
}

/** HTML as JSON text, or why the MJML cannot be compiled. */
export type CompiledMjml = { html: Uint8Array } | { fault: string };

/** Texts of a mail to fill with values. */
export interface FillJob {
  kind: 'fill';
  /** A key of the texts. */
  key: string;
  texts: MailTexts;
  data: Record<string, unknown>;
  /** Whether the MJML is filled too. */
  hasMjml: boolean;
}

/** The filled texts, or why they cannot be filled. */
export type FilledMail = FilledTexts | { fault: string; isTooLong: boolean };

/** A picture to draw. */
export type ImageJob =
  | { kind: 'icon'; request: SocialIconRequest }
  | { kind: 'countdown'; options: CountdownOptions; now: number }
  | { kind: 'poster'; request: PosterRequest }
  | { kind: 'drawing'; drawing: Drawing };

/** The result of an image job. */
export type DrawnImage =
  | Pick<Poster, 'bytes' | 'type'>
  | { bytes: Uint8Array; type: 'image/gif' | 'image/png' };
