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

/** Most places of one note. */
const MAX_PLACES = 50;

/** Notes of an import. Repeated notes are counted, because mails repeat themselves. */
export interface Notes {
  byText: Map<string, { what: string; why: string; times: number; places: NoteLocation[] }>;
  unlisted: number;
  /** Elements that were left out with all that is in them, and named. */
  leftOut: Set<object>;
}

/** An empty collection. */
export function makeNotes(): Notes {
  return { byText: new Map(), unlisted: 0, leftOut: new Set() };
}

/** Adds a note, or a place to one that is there. */
export function addNote(notes: Notes, what: string, why: string, location?: NoteLocation): void {
  const key = `${what}\n${why}`;
  const known = notes.byText.get(key);
  if (known) {
    known.times += 1;
    if (known.places.length < MAX_PLACES) known.places.push(location);
    return;
  }
  if (notes.byText.size >= MAX_NOTES) {
    notes.unlisted += 1;
    return;
  }
  notes.byText.set(key, { what, why, times: 1, places: [location] });
}

/** The notes in order of appearance; the last one counts those that did not fit. */
export function listNotes(notes: Notes): ImportNote[] {
  const lineStarts: LineStarts = new Map();
  const listed = [...notes.byText.values()].map(({ what, why, times, places }) => {
    const [first = {}, ...others] = places.map((place) => describeLocation(place, lineStarts));
    const more = new Set(
      others.flatMap(({ path, line }) =>
        line && line !== first.line ? [path ? `${path}:${line}` : line] : [],
      ),
    );
    const also = more.size > 0 ? `, also in line ${[...more].join(', ')}` : '';
    return { ...first, what, why: times === 1 ? why : `${why} (${times} times${also})` };
  });
  if (notes.unlisted === 0) return listed;
  return [...listed, { what: 'report', why: `${notes.unlisted} more notes are not shown.` }];
}

type LineStarts = Map<string, number[]>;

function describeLocation(location: NoteLocation, lineStarts: LineStarts): Pick<ImportNote, 'path' | 'line'> {
  if (location === undefined) return {};
  if (typeof location === 'string') return { path: location };
  const line = lineAt(location.source.text, location.start, lineStarts);
  return location.source.file === undefined ? { line } : { path: location.source.file, line };
}

/** The line of an offset, by halving; the lines of a text are found once. */
function lineAt(text: string, offset: number, lineStarts: LineStarts): number {
  let starts = lineStarts.get(text);
  if (starts === undefined) {
    starts = [];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at);
    lineStarts.set(text, starts);
  }
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
