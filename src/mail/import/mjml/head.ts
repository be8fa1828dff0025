import { childElements, type ElementNode, innerSource } from '../markup/node.ts';
import { plainTextOf } from '../markup/text.ts';
import { addNote, type Notes } from '../report.ts';
import type { MjmlDefaults } from './attributes.ts';

/** What the head of an MJML file says. */
export interface MjmlHead {
  defaults: MjmlDefaults;
  sheets: string[];
  preview?: string;
  title?: string;
}

interface Collecting {
  all: Map<string, string>;
  byName: Map<string, Map<string, string>>;
  byClass: Map<string, Map<string, string>>;
}

/** Reads the head. Later defaults overrule earlier ones, as they do in MJML. */
export function readHead(head: ElementNode | undefined, notes: Notes): MjmlHead {
  const defaults: Collecting = { all: new Map(), byName: new Map(), byClass: new Map() };
  const read: MjmlHead = { defaults, sheets: [] };
  for (const element of head ? childElements(head) : []) readHeadElement(element, read, defaults, notes);
  return read;
}

function readHeadElement(element: ElementNode, read: MjmlHead, defaults: Collecting, notes: Notes): void {
  switch (element.name) {
    case 'mj-attributes':
      for (const entry of childElements(element)) addDefaults(entry, defaults);
      break;
    case 'mj-preview':
      read.preview = plainTextOf(element);
      break;
    case 'mj-title':
      read.title = plainTextOf(element);
      break;
    case 'mj-style':
      read.sheets.push(innerSource(element));
      addNote(
        notes,
        'mj-style',
        'Rules on text and links were written into the blocks; the others were left out.',
        element,
      );
      break;
    case 'mj-font': {
      const what = `mj-font ${element.attributes.get('name') ?? ''}`.trim();
      addNote(notes, what, 'Blocks name the font; give it as a custom font when exporting.', element);
      break;
    }
    case 'mj-breakpoint':
      addNote(
        notes,
        'mj-breakpoint',
        'The width at which columns stack is the same for all templates.',
        element,
      );
      break;
    default:
      addNote(notes, element.name, 'It has no place in a template and was left out.', element);
  }
}

function addDefaults(entry: ElementNode, defaults: Collecting): void {
  const { name } = entry;
  if (name === 'mj-all') {
    merge(defaults.all, entry);
    return;
  }
  const lists = name === 'mj-class' ? defaults.byClass : defaults.byName;
  const key = name === 'mj-class' ? (entry.attributes.get('name') ?? '') : name;
  const known = lists.get(key) ?? new Map<string, string>();
  lists.set(key, known);
  merge(known, entry);
}

function merge(into: Map<string, string>, entry: ElementNode): void {
  for (const [key, value] of entry.attributes) {
    if (!(entry.name === 'mj-class' && key === 'name')) into.set(key, value);
  }
}
