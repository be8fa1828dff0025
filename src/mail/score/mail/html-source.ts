import type { Extent } from '../../parse/allowed-html.ts';
import type { Looks } from './looks.ts';
import type { FieldPath, TextRole } from './mail.ts';

/** HTML of a field of a block, and where it stands. */
export interface HtmlSource {
  blockId: string;
  field: FieldPath;
  html: string;
  extent: Extent;
  /** Looks of text that says nothing about itself. */
  looks: Looks;
  role: TextRole;
}
