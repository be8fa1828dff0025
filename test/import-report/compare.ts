import { similarity } from '../browser/similarity.ts';
import { importAndRender, type SourceMail } from './mails.ts';
import { makePictures } from './placeholders.ts';
import type { Sight, Viewer } from './viewer.ts';

/** How alike a mail and its import are. */
export interface Comparison {
  name: string;
  /** SSIM at 700 and 360 pixels: 1 for equal pictures. */
  wide: number;
  phone: number;
  blocks: number;
  htmlBlocks: number;
  /** Visible words of the original at 700 pixels, those that the import lacks, and those it shows without contrast. */
  words: number;
  missing: string[];
  invisible: string[];
  notes: string[];
}

/** Pictures of a mail and its import at both widths. */
export interface Pair {
  comparison: Comparison;
  pictures: Record<'wide' | 'phone', { original: Sight; imported: Sight }>;
}

const WIDTHS = { wide: 700, phone: 360 } as const;

/** Imports a mail, renders it, and compares what a reader sees. */
export async function compareMail(viewer: Viewer, mail: SourceMail): Promise<Pair> {
  const imported = await importAndRender(mail);
  const pictures = makePictures(mail.original, mail.folder);
  const look = async (width: number) => ({
    original: await viewer.see(mail.original, width, pictures),
    imported: await viewer.see(imported.html, width, pictures),
  });
  const wide = await look(WIDTHS.wide);
  const phone = await look(WIDTHS.phone);
  const { blocks, htmlBlocks, notes } = imported;
  const figures = {
    name: mail.name,
    wide: await similarity(wide.original.png, wide.imported.png),
    phone: await similarity(phone.original.png, phone.imported.png),
  };
  const words = compareWords(wide.original, wide.imported);
  return { comparison: { ...figures, blocks, htmlBlocks, ...words, notes }, pictures: { wide, phone } };
}

/** The words that were visible, counted with repetitions, and are not so any more. */
function compareWords(original: Sight, imported: Sight): Pick<Comparison, 'words' | 'missing' | 'invisible'> {
  const expected = original.words.filter(({ isVisible }) => isVisible).map(({ word }) => word);
  const seen = countWords(imported.words.filter(({ isVisible }) => isVisible));
  const faint = countWords(imported.words.filter(({ isVisible }) => !isVisible));
  const [missing, invisible]: [string[], string[]] = [[], []];
  for (const word of expected) {
    if (take(seen, word)) continue;
    (take(faint, word) ? invisible : missing).push(word);
  }
  return { words: expected.length, missing, invisible };
}

function countWords(words: Sight['words']): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, word: string): boolean {
  const left = counts.get(word) ?? 0;
  if (left > 0) counts.set(word, left - 1);
  return left > 0;
}

export interface Summary {
  mails: number;
  /** Mean SSIM. */
  wide: number;
  phone: number;
  /** Share of blocks that are HTML. */
  htmlShare: number;
  words: number;
  missing: number;
  invisible: number;
}

/** The figures of a collection. */
export function summarize(comparisons: readonly Comparison[]): Summary {
  const sum = (value: (comparison: Comparison) => number) =>
    comparisons.reduce((total, comparison) => total + value(comparison), 0);
  const count = Math.max(comparisons.length, 1);
  return {
    mails: comparisons.length,
    wide: sum(({ wide }) => wide) / count,
    phone: sum(({ phone }) => phone) / count,
    htmlShare:
      sum(({ htmlBlocks }) => htmlBlocks) /
      Math.max(
        sum(({ blocks }) => blocks),
        1,
      ),
    words: sum(({ words }) => words),
    missing: sum(({ missing }) => missing.length),
    invisible: sum(({ invisible }) => invisible.length),
  };
}
