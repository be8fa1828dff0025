import type { Warning } from '../../render/index.ts';

/** What becomes of a content: the mail in every form. */
export interface Rendering {
  html: string;
  mjml: string;
  plain_text: string;
  warnings: Warning[];
}
