import type { Block, ContentOperations } from '../../../model/index.ts';
import { type ColorUse, findLegibleColor, isAlwaysLegible } from '../../../parse/legible-color.ts';
import { applyEdits, changeBlock, changeField, changeSettings, readField } from '../../fix.ts';
import {
  derive,
  elementsOf,
  type FieldPath,
  type Mail,
  type MailText,
  type TextRun,
  textsOf,
} from '../../mail/mail.ts';
import { isInvisibleByColor, type PageStyle, readPageStyle, toHex } from '../../mail/styles.ts';
import type { RuleFinding } from '../../rule.ts';
import {
  type ColorChanges,
  changeInheritedColor,
  changeSaidColor,
  countChanges,
  elementsWithColor,
  hasTransparentText,
  hexOf,
  listColorFields,
} from './color-places.ts';
import { contrastNeeded } from './contrast-ratio.ts';
import { isLinkByColor } from './link-distinguish.ts';

/** Colors of one block that are worth mending one by one. */
const MAX_COLORS = 30;

/** A legible color in the place of another, and what has to be done for it. */
export interface Recoloring {
  to: string;
  operations: ContentOperations;
  /** Words nobody could see become words: rules that count them may find something else then. */
  fixNeedsTrial?: true;
}

/** A recoloring as a finding offers it. */
export function fixOf({ operations, fixNeedsTrial }: Recoloring): Pick<RuleFinding, 'fix' | 'fixNeedsTrial'> {
  return { fix: operations, ...(fixNeedsTrial && { fixNeedsTrial }) };
}

/** Roles whose letters are drawn by the mail client in colors of the mail, buttons apart. */
export function isRunningText({ role }: MailText): boolean {
  return role !== 'alt' && role !== 'label' && role !== 'button';
}

/** Whether a piece of text is to be read: single signs are decoration, and emoji have colors of their own. */
export function isReadable({ text, hidden }: TextRun): boolean {
  // Nearly every text has letters of ASCII, which are found much faster.
  if (hidden || /[A-Za-z0-9]/.test(text)) return !hidden;
  return /[\p{L}\p{N}]|(?:(?!\p{Extended_Pictographic}|\ufe0f|\u200d)\S){2}/u.test(text);
}

/**
 * How text colors of a block can be made legible, by color: the nearest of the same hue, written where the color comes
 * from, which is the settings of the mail, a field of the block, or styles in its HTML. The operations for one color of
 * a block are those for all of them, so that it makes no difference which are applied. A color is missing when no other
 * is legible on all it is used on, or when it is not certain that nothing else suffers.
 */
export function recolorTexts(mail: Mail, blockId: string): ReadonlyMap<string, Recoloring> {
  const block = mail.blockOf.get(blockId)?.block;
  // Where only colors tell links from the text around them, none is changed without the other.
  if (block === undefined || tellsLinksByColor(mail, blockId) || hasTransparentText(mail, block))
    return new Map();
  const page = readPageStyle(mail.content.settings);
  // A link color one sees through is another on each background: no edit of a block reaches it.
  if (isTransparent(page.linkColor) && hasRichLink(mail, blockId)) return new Map();
  const colors = listIllegibleColors(mail, blockId);
  if (colors.length > MAX_COLORS) return new Map();
  const bySettings = recolorSettings(mail, block, page, colors);
  const others = colors.filter((color) => !bySettings.has(color));
  const all = new Map([...bySettings, ...recolorBlock(mail, block, page, others)]);
  return hasInvisibleText(mail) ? new Map([...all].map(withTrial)) : all;
}

function withTrial([color, change]: [string, Recoloring]): [string, Recoloring] {
  return [color, { ...change, fixNeedsTrial: true }];
}

function isTransparent(color: PageStyle['linkColor']): boolean {
  return color !== undefined && color.alpha < 1;
}

function hasRichLink(mail: Mail, blockId: string): boolean {
  return elementsOf(mail, blockId).some(({ name, from }) => name === 'a' && from === 'rich');
}

/** Opaque #rrggbb of links that say nothing themselves; undefined when it is not one color. */
function linkHex({ linkColor }: PageStyle): string | undefined {
  return linkColor === undefined || isTransparent(linkColor) ? undefined : toHex(linkColor);
}

function tellsLinksByColor(mail: Mail, blockId?: string): boolean {
  return mail.texts.some(
    (text) => (blockId === undefined || text.blockId === blockId) && isLinkByColor(text),
  );
}

/** Text colors of a block that cannot be read somewhere, by day or by night. */
function listIllegibleColors(mail: Mail, blockId: string): string[] {
  const page = mail.background || '#ffffff';
  const runs = textsOf(mail, blockId)
    .filter(isRunningText)
    .flatMap((text) => text.runs.filter(isReadable));
  const illegible = runs.filter(({ color, background, fontSize, bold }) => {
    if (color === '' || background === '') return false;
    return !isAlwaysLegible(color, { background, needed: contrastNeeded(fontSize, bold) }, page);
  });
  return [...new Set(illegible.map(({ color }) => color))];
}

/** The color that is legible wherever this one is used: in the block, or in the whole mail. */
function findColor(mail: Mail, color: string, blockId?: string): string | undefined {
  const uses = new Map<string, ColorUse>();
  for (const text of blockId === undefined ? mail.texts : textsOf(mail, blockId)) {
    if (!isRunningText(text)) continue;
    for (const { hidden, color: own, background, fontSize, bold } of text.runs) {
      if (hidden || own !== color) continue;
      if (background === '') return undefined;
      const needed = contrastNeeded(fontSize, bold);
      uses.set(`${background} ${needed}`, { background, needed });
    }
  }
  const to = findLegibleColor(color, [...uses.values()], mail.background || '#ffffff');
  return to === color ? undefined : to;
}

function recolorSettings(
  mail: Mail,
  block: Block,
  page: PageStyle,
  colors: readonly string[],
): Map<string, Recoloring> {
  const inherited = colors.filter((color) => isInherited(mail, block, page, color));
  if (inherited.length === 0 || tellsLinksByColor(mail)) return new Map();
  const fields: Record<string, string> = {};
  const found = new Map<string, string>();
  for (const color of inherited) {
    const to = findColor(mail, color);
    if (to === undefined) continue;
    found.set(color, to);
    if (toHex(page.textColor) === color) fields.textColor = to;
    if (linkHex(page) === color) fields.linkColor = to;
  }
  const operations = changeSettings(fields);
  return new Map([...found].map(([color, to]) => [color, { to, operations }]));
}

/** Whether the settings say this color, and nothing in the block does. */
function isInherited(mail: Mail, block: Block, page: PageStyle, color: string): boolean {
  if (toHex(page.textColor) !== color && linkHex(page) !== color) return false;
  const isSaid = listColorFields(block).some(({ value }) => hexOf(value) === color);
  return !isSaid && elementsWithColor(mail, block.id, color).length === 0;
}

function recolorBlock(
  mail: Mail,
  block: Block,
  page: PageStyle,
  colors: readonly string[],
): Map<string, Recoloring> {
  const changes: ColorChanges = { fields: [], markup: new Map() };
  const found = new Map<string, string>();
  for (const from of colors) {
    // A link color of the settings reaches links that no edit of the block does.
    const to = linkHex(page) === from ? undefined : findColor(mail, from, block.id);
    if (to === undefined) continue;
    const before = countChanges(changes);
    const isWhole = toHex(page.textColor) !== from || changeInheritedColor(mail, block, to, changes);
    if (!isWhole) continue;
    changeSaidColor(mail, block, from, to, changes);
    if (countChanges(changes) > before) found.set(from, to);
  }
  const operations = found.size === 0 ? [] : writeChanges(block, changes);
  return new Map([...found].map(([color, to]) => [color, { to, operations }]));
}

function writeChanges(block: Block, { fields, markup }: ColorChanges): ContentOperations {
  let changed = block;
  const touched = new Set<string>();
  const write = (field: FieldPath, value: string) => {
    const [operation] = changeField(changed, field, value);
    changed = { ...changed, ...operation?.fields };
    touched.add(String(field[0]));
  };
  for (const { field, value } of fields) write(field, value);
  for (const { field, edits } of markup.values()) {
    write(field, applyEdits(String(readField(changed, field)), [...edits.values()]));
  }
  const all = changed as unknown as Record<string, unknown>;
  return changeBlock(block.id, Object.fromEntries([...touched].map((key) => [key, all[key]])));
}

/** Whether a mail has text in the color of its background. Recoloring makes it visible, so that other rules see it. */
export function hasInvisibleText(mail: Mail): boolean {
  return derive(mail, findInvisibleText);
}

function findInvisibleText({ texts }: Mail): boolean {
  return texts.some(({ runs }) => runs.some(isInvisibleByColor));
}
