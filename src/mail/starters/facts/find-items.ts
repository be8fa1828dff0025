import type { Clause } from './clauses.ts';
import { type Item, MAX_OF_A_KIND } from './facts.ts';
import { AMOUNT } from './patterns.ts';

const TOTAL =
  /(?<!\p{L})(?:grand total|total(?: amount)?|sum|gesamt(?:betrag|summe)?|summe|montant total|importe total|totaal|totale|importo|valor total)(?!\p{L})/iu;
/** Words before the first item. */
const LEAD =
  /^.*(?:(?<!\p{L})(?:with|items?|contains?|for|bought|mit|artikel|avec|articles?|pour|con|artículos?|para|met|artikelen|voor|articoli|per|com|itens)\s)(?=\s*(?:\d+\s?[x×]?\s*)?\p{L})/iu;
const JOINTS =
  /^(?:\s|[-–—:=(]|(?:and|und|et|y|en|e|a|an|one|ein|eine|un|une|una|uno|een|um|uma|for|at|à|zu|für|pour|por|per|voor)\s)+/iu;
const TAIL = /(?:\s|[-–—:=(@]|\s(?:for|at|à|zu|für|pour|por|per|voor|a|um|is|ist))+$/iu;

/** Finds items with a price: "Linen shirt $48, wool socks for $22, total $70". A price alone is no item. */
export function findItems(clauses: readonly Clause[]): { items: Item[]; total: string | undefined } {
  const items: Item[] = [];
  let total: string | undefined;
  for (const part of joinPrices(clauses).flatMap(splitAtAnd)) {
    const amounts = [...part.matchAll(AMOUNT)];
    const [first] = amounts;
    if (first === undefined || amounts.length > 1) continue;
    const amount = first[0].trim();
    // Names are short. The limit also bounds backtracking.
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

/** "Delivery: £4.95" is one part. */
function joinPrices(clauses: readonly Clause[]): string[] {
  return clauses.flatMap(({ text, sentence }, index) => {
    const next = clauses[index + 1];
    const isPrice = (one: string) => one.replace(AMOUNT, '').trim() === '';
    if (isPrice(text)) return [];
    return [next?.sentence === sentence && isPrice(next.text) ? `${text} ${next.text}` : text];
  });
}

const splitAtAnd = (text: string): string[] => text.split(/\s(?:and|und|et|y|en|e)\s(?=[^,;\n]{0,80}\d)/iu);

interface Money {
  /** Hundredths. */
  value: number;
  /** The amount with `#` for its number. */
  form: string;
  /** The signs before decimals and between thousands; empty: none. */
  decimal: string;
  group: string;
}

/** The sum of amounts, written like they are. Undefined if they are of several currencies. */
export function sumOf(amounts: readonly string[]): string | undefined {
  const all = amounts.map(readMoney);
  const [first] = all;
  if (first === undefined || all.some((one) => one?.form !== first.form)) return undefined;
  const sum = all.reduce((value, one) => value + (one?.value ?? 0), 0);
  const written = (sign: 'decimal' | 'group') => all.map((one) => one?.[sign]).find((one) => one) ?? '';
  const whole = String(Math.floor(sum / 100)).replace(/\B(?=(?:\d{3})+$)/g, written('group'));
  const cents = String(sum % 100).padStart(2, '0');
  const decimal = written('decimal');
  return first.form.replace('#', decimal === '' ? whole : `${whole}${decimal}${cents}`);
}

const MONEY = /^(\D*)(\d{1,3}(?:([.,'’\u00a0\u202f])\d{3})+|\d+)(?:([.,])(\d{2}))?(\D*)$/;

function readMoney(amount: string): Money | undefined {
  const match = MONEY.exec(amount);
  if (match === null) return undefined;
  const [, before = '', whole = '', group = '', decimal = '', cents = '00', behind = ''] = match;
  const value = Number(whole.replace(/\D/g, '')) * 100 + Number(cents);
  return { value, form: `${before}#${behind}`, decimal, group };
}
