import type { MakeId } from '../model/index.ts';
import type { Look } from './css/look.ts';
import type { StyleReader } from './css/style-reader.ts';
import type { MarkupNode } from './markup/node.ts';
import { addNote, type NotePlace, type Notes } from './report.ts';

/** What the parts of one import share. */
export interface ImportRun {
  makeId: MakeId;
  notes: Notes;
  styleOf: StyleReader;
  /** The look of text that the settings give to the whole mail. */
  base: Look;
  /** Width of the mail in pixels. */
  width: number;
  /** Comments that went into html blocks with what is around them. */
  keptComments: WeakSet<MarkupNode>;
}

/** Notes what became of something. */
export function note(run: ImportRun, what: string, why: string, place?: NotePlace): void {
  addNote(run.notes, what, why, place);
}

/** Remembers that these nodes are kept as they are, their comments included. */
export function noteKept(run: ImportRun, nodes: readonly MarkupNode[]): void {
  for (const node of nodes) {
    if (node.kind === 'comment') run.keptComments.add(node);
    if (node.kind === 'element') noteKept(run, node.children);
  }
}
