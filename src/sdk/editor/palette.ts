import { makeId } from '../random-id.ts';
import { type Block, type Content, countColumns, find, type ListPosition } from './content.ts';
import { drawIcon, make } from './dom.ts';
import { BLOCK_FORMS } from './forms.generated.ts';
import { makeDefaults } from './forms.ts';
import { ICONS } from './icons.ts';
import { fill, nameBlock, TEXTS } from './texts.ts';

interface PaletteOptions {
  readContent(): Content;
  readSelected(): string | undefined;
  onAdd(type: string, at: ListPosition & { index?: number }): void;
}

/** In the order in which they are offered. */
const TYPES = [
  'title',
  'paragraph',
  'image',
  'button',
  'section',
  'divider',
  'spacer',
  'social',
  'menu',
  'table',
  'video',
  'countdown',
  'html',
];

/** The types of blocks to add, and where the next one goes. */
export class Palette {
  readonly element: HTMLElement;
  readonly #options: PaletteOptions;
  readonly #where: HTMLSelectElement;
  readonly #whereRow: HTMLElement;
  #places: { label: string; place: ListPosition & { index?: number } }[] = [];

  constructor(options: PaletteOptions) {
    this.#options = options;
    this.#where = make('select', { 'aria-label': TEXTS.addTo });
    this.#whereRow = make('div', { className: 'where' }, this.#where);
    const buttons = TYPES.map((type) => {
      const made = make('button', { type: 'button', 'data-add': type, onclick: () => this.#add(type) });
      made.append(drawIcon(ICONS[type as 'title']), nameBlock(type));
      return made;
    });
    this.element = make(
      'section',
      { className: 'palette', 'aria-label': TEXTS.add },
      make('h2', {}, TEXTS.add),
      this.#whereRow,
      make('div', { className: 'types' }, ...buttons),
    );
  }

  #add(type: string): void {
    const place = this.#places[Number(this.#where.value)]?.place ?? {};
    const outer = place.section === undefined ? undefined : find(this.#options.readContent(), place.section);
    // A section cannot be in a section.
    const isMisplaced = type === 'section' && outer !== undefined;
    this.#options.onAdd(type, isMisplaced ? { index: outer.index + 1 } : place);
  }

  /** Brings the places up to date with content and selection. */
  update(): void {
    const places = listPositions(this.#options.readContent(), this.#options.readSelected());
    const isSame = places.map(({ label }) => label).join() === this.#places.map(({ label }) => label).join();
    this.#places = places;
    this.#whereRow.hidden = places.length < 2;
    if (isSame) return;
    const options = places.map(({ label }, index) => make('option', { value: String(index) }, label));
    this.#where.replaceChildren(...options);
  }
}

function listPositions(content: Content, selected: string | undefined) {
  const found = selected === undefined ? undefined : find(content, selected);
  if (found === undefined) return [{ label: TEXTS.atEnd, place: {} }];
  const { block, section, column = 0, index } = found;
  if (section !== undefined) {
    const outer = find(content, section)?.index ?? 0;
    return [
      { label: TEXTS.afterSelected, place: { section, column, index: index + 1 } },
      { label: TEXTS.afterSection, place: { index: outer + 1 } },
    ];
  }
  const after = {
    label: block.type === 'section' ? TEXTS.afterSection : TEXTS.afterSelected,
    place: { index: index + 1 },
  };
  if (block.type !== 'section') return [after];
  const columns = Array.from({ length: countColumns(block) }, (_, at) => ({
    label: fill(TEXTS.inColumn, { column: at + 1 }),
    place: { section: block.id, column: at },
  }));
  return [...columns, after];
}

/** Words of new blocks, so that something is there to be seen and selected. */
const SAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  title: { content: '<p>Title</p>' },
  paragraph: { content: '<p>Text</p>' },
  button: { text: 'Button' },
};

/** A new block of a type, as the schema has its defaults. */
export function makeBlock(type: string): Block {
  const block: Block = { id: makeId(), type, ...makeDefaults(BLOCK_FORMS[type] ?? []), ...SAMPLES[type] };
  if (type === 'section') return { ...block, columns: '2', children: [[], []] };
  if (type === 'social') {
    const icons = ['facebook', 'instagram', 'website'].map((platform) => ({
      id: makeId(),
      platform,
      url: '',
    }));
    return { ...block, icons };
  }
  if (type === 'menu') {
    const items = ['Home', 'Shop'].map((text) => ({
      id: makeId(),
      text,
      url: '',
      openInNewTab: false,
      bold: false,
      underline: false,
    }));
    return { ...block, items };
  }
  if (type === 'table') {
    const makeCells = () => [1, 2].map(() => ({ id: makeId(), content: '' }));
    return { ...block, rows: [1, 2].map(() => ({ id: makeId(), cells: makeCells() })) };
  }
  return block;
}
