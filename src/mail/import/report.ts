import type { SourceText } from '../parse/html.ts';

/** A part of the source that was changed or lost. */
interface ImportNote {
  /** A JSON Pointer into a design, or the name of an included file. */
  path?: string;
  /** Line in the source, from 1. */
  line?: number;
  /** The part of the source, e.g. `mj-hero`. */
  what: string;
  /** What happened to it, and why. */
  why: string;
}

/** The report of an import. */
export interface ImportReport {
  /** Number of blocks, including those inside sections. */
  kept: number;
  notes: ImportNote[];
}

/** The place of a note: in a text, or a JSON Pointer. */
export type NoteLocation = { source: SourceText; start: number } | string | undefined;

const MAX_NOTES = 200;

/** Notes of an import. Repeated notes are counted, because mails repeat themselves. */
export interface Notes {
  byText: Map<string, { note: ImportNote; times: number }>;
  unlisted: number;
  /** Elements that were left out with all that is in them, and named. */
  leftOut: Set<object>;
}

/** An empty collection. */
export function makeNotes(): Notes {
  return { byText: new Map(), unlisted: 0, leftOut: new Set() };
}

/** Adds a note with the first place of its part. */
export function addNote(notes: Notes, what: string, why: string, location?: NoteLocation): void {
  const key = `${what}\n${why}`;
  const known = notes.byText.get(key);
  if (known) {
    known.times += 1;
    return;
  }
  if (notes.byText.size >= MAX_NOTES) {
    notes.unlisted += 1;
    return;
  }
  notes.byText.set(key, { note: { ...describeLocation(location), what, why }, times: 1 });
}

/** The notes in order of appearance; the last one counts those that did not fit. */
export function listNotes(notes: Notes): ImportNote[] {
  const listed = [...notes.byText.values()].map(({ note, times }) =>
    times === 1 ? note : { ...note, why: `${note.why} (${times} times)` },
  );
  if (notes.unlisted === 0) return listed;
  return [...listed, { what: 'report', why: `${notes.unlisted} more notes are not shown.` }];
}

function describeLocation(location: NoteLocation): Pick<ImportNote, 'path' | 'line'> {
  if (location === undefined) return {};
  if (typeof location === 'string') return { path: location };
  const line = countLines(location.source.text, location.start);
  return location.source.file === undefined ? { line } : { path: location.source.file, line };
}

function countLines(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
