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
  changeDeclaredColor,
  changeInheritedColor,
  countChanges,
  elementsWithColor,
  hasTransparentText,
  hexOf,
  listColorFields,
} from './color-places.ts';
import { contrastNeeded } from './contrast-ratio.ts';
import { isLinkByColor } from './link-distinguish.ts';

/** Most colors of one block that are fixed. */
const MAX_COLORS = 30;

/** A legible replacement of a color, and the operations that set it. */
export interface Recoloring {
  to: string;
  operations: ContentOperations;
  /** Invisible text becomes visible, so that rules about words may find something in it. */
  fixNeedsTrial?: true;
}

/** The fix of a finding that a recoloring makes. */
export function fixOf({ operations, fixNeedsTrial }: Recoloring): Pick<RuleFinding, 'fix' | 'fixNeedsTrial'> {
  return { fix: operations, ...(fixNeedsTrial && { fixNeedsTrial }) };
}

/** Whether the mail client draws this text in colors of the mail; buttons are checked by another rule. */
export function isRunningText({ role }: MailText): boolean {
  return role !== 'alt' && role !== 'label' && role !== 'button';
}

/** Whether a piece of text must be legible. Single signs are decoration, and emoji have colors of their own. */
export function isReadable({ text, hidden }: TextRun): boolean {
  // Fast path for nearly every text.
  if (hidden || /[A-Za-z0-9]/.test(text)) return !hidden;
  return /[\p{L}\p{N}]|(?:(?!\p{Extended_Pictographic}|\ufe0f|\u200d)\S){2}/u.test(text);
}

/**
 * Legible replacements of the text colors of a block, by color: the nearest color of the same hue, set where the old
 * one is set, in the settings of the mail, a field of the block or styles in its HTML. All colors of a block share the
 * same operations, so that it makes no difference which fix is applied. A color is missing when no other is legible
 * everywhere it is used, or when the change might harm something else.
 */
export function recolorTexts(mail: Mail, blockId: string): ReadonlyMap<string, Recoloring> {
  const block = mail.blockOf.get(blockId)?.block;
  // Where only color marks links, text and links would have to change together.
  if (block === undefined || hasLinkByColor(mail, blockId) || hasTransparentText(mail, block))
    return new Map();
  const page = readPageStyle(mail.content.settings);
  // A translucent link color looks different on each background, so no edit of a block replaces it.
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

/** The link color of the settings as opaque #rrggbb; undefined for none and for a translucent one. */
function linkHex({ linkColor }: PageStyle): string | undefined {
  return linkColor === undefined || isTransparent(linkColor) ? undefined : toHex(linkColor);
}

function hasLinkByColor(mail: Mail, blockId?: string): boolean {
  return mail.texts.some(
    (text) => (blockId === undefined || text.blockId === blockId) && isLinkByColor(text),
  );
}

/** Text colors of a block that are illegible somewhere, in light or dark mode. */
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

/** A replacement that is legible everywhere a color is used: in the block, or in the whole mail. */
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
  if (inherited.length === 0 || hasLinkByColor(mail)) return new Map();
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

/** Whether the block has this color from the settings only. */
function isInherited(mail: Mail, block: Block, page: PageStyle, color: string): boolean {
  if (toHex(page.textColor) !== color && linkHex(page) !== color) return false;
  const isOwn = listColorFields(block).some(({ value }) => hexOf(value) === color);
  return !isOwn && elementsWithColor(mail, block.id, color).length === 0;
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
    // The link color of the settings also applies to links in other blocks.
    const to = linkHex(page) === from ? undefined : findColor(mail, from, block.id);
    if (to === undefined) continue;
    const before = countChanges(changes);
    const isWhole = toHex(page.textColor) !== from || changeInheritedColor(mail, block, to, changes);
    if (!isWhole) continue;
    changeDeclaredColor(mail, block, from, to, changes);
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
