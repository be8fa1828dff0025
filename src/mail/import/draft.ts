import type { LeafBlock, SectionBlock, TemplateSettings } from '../model/index.ts';

/** What a reader is given: the text of a source and of the files it may include. */
export interface ImportSource {
  text: string;
  includes: Readonly<Record<string, string>>;
}

/** What a reader makes of a source. Ids are there, settings may be left out where the source says nothing. */
export interface Draft {
  blocks: (SectionBlock | LeafBlock)[];
  settings: Partial<TemplateSettings>;
  /** The name or subject the source gives itself. */
  title?: string;
}
