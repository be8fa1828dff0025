import { type StoredJson, storedJson } from '../../platform/stored-json.ts';
import type { Warning } from '../../render/index.ts';

/** What becomes of a content: the mail in every form. */
export interface Rendering {
  html: string;
  mjml: string;
  plain_text: string;
  warnings: Warning[];
}

/** A rendering whose texts are JSON already: the same mail is asked for many times. */
export interface EncodedRendering {
  html: StoredJson<string>;
  mjml: StoredJson<string>;
  plain_text: StoredJson<string>;
  /** Bytes of the HTML in UTF-8. */
  htmlBytes: number;
  /** Bytes of everything as JSON. */
  jsonBytes: number;
  warnings: Warning[];
}

export function encodeRendering({ html, mjml, plain_text, warnings }: Rendering): EncodedRendering {
  const texts = [html, mjml, plain_text].map((text) => Buffer.from(JSON.stringify(text)));
  const [htmlJson, mjmlJson, textJson] = texts as [Buffer, Buffer, Buffer];
  return {
    html: storedJson(htmlJson),
    mjml: storedJson(mjmlJson),
    plain_text: storedJson(textJson),
    htmlBytes: Buffer.byteLength(html),
    jsonBytes: texts.reduce((sum, text) => sum + text.byteLength, 0),
    warnings,
  };
}
