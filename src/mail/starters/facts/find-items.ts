import { type Item, MAX_OF_A_KIND } from './facts.ts';
import { AMOUNT } from './patterns.ts';

const TOTAL =
  /(?<!\p{L})(?:grand total|total(?: amount)?|sum|gesamt(?:betrag|summe)?|summe|montant total|importe total|totaal|totale|importo|valor total)(?!\p{L})/iu;
/** What leads up to the first thing that was bought. */
const LEAD =
  /^.*(?:[:]|(?<!\p{L})(?:with|items?|contains?|for|bought|mit|für|artikel|avec|articles?|pour|con|artículos?|para|met|artikelen|voor|articoli|per|com|itens)\s)(?=\s*(?:\d+\s?[x×]?\s*)?\p{L})/iu;
const JOINTS =
  /^(?:\s|[-–—:=(]|(?:and|und|et|y|en|e|a|an|one|ein|eine|un|une|una|uno|een|um|uma|for|at|à|zu|für|pour|por|per|voor|die|der|das|the)\s)+/iu;
const TAIL = /(?:\s|[-–—:=(@]|\s(?:for|at|à|zu|für|pour|por|per|voor|a|um|is|ist))+$/iu;

/** Things with a price: "Linen shirt $48, wool socks for $22, total $70". A price that stands alone is none. */
export function findItems(text: string): { items: Item[]; total: string | undefined } {
  const items: Item[] = [];
  let total: string | undefined;
  for (const part of splitParts(text)) {
    const amounts = [...part.matchAll(AMOUNT)];
    const [first] = amounts;
    if (first === undefined || amounts.length > 1) continue;
    const amount = first[0].trim();
    // Names are short; what backtracks stays so too.
    const before = part.slice(Math.max(first.index - 200, 0), first.index);
    if (TOTAL.test(part)) {
      total ??= amount;
      continue;
    }
    const name = before.replace(LEAD, '').replace(JOINTS, '').replace(TAIL, '').trim();
    if (/\p{L}{2}/u.test(name) && name.length <= 60) items.push({ name, amount });
  }
  return { items: items.slice(0, MAX_OF_A_KIND), total };
}

/** Between commas that are not part of a number, and the ends of lines and sentences. */
function splitParts(text: string): string[] {
  return text.split(/[;\n]|,(?!\d)|\.(?=\s|$)|\s(?:and|und|et|y|en|e)\s(?=[^,;\n]{0,80}\d)/iu);
}
