import { childElements, type HtmlElement, type HtmlNode, isElement, isText } from '../parse/html.ts';
import { type Declarations, readAttributeStyles, readStyle } from './style.ts';

const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot']);
const INLINE = new Set(
  (
    'a abbr b big br code del dfn em cite font i img ins kbd mark q s samp small span strike strong sub sup tt u var ' +
    'wbr'
  ).split(' '),
);

/** A table, and what text cannot stand in. */
export const TABLE_PARTS = new Set(['table', 'tr', ...ROW_GROUPS]);

export const isCell = ({ name }: HtmlElement) => name === 'td' || name === 'th';

/** A column of a section, in the HTML of the MJML compiler. */
const isColumn = ({ attribs }: HtmlElement) => /\bmj-column-/.test(attribs.class ?? '');

/** Whether a table has one column: then the renderer lays out its rows faster, and as browsers do, as blocks. */
export function isStack(table: HtmlElement): boolean {
  const rows = rowsOf(table);
  return rows.length > 0 && rows.every((row) => childElements(row).filter(isCell).length === 1);
}

function rowsOf(table: HtmlElement): HtmlElement[] {
  return childElements(table)
    .flatMap((child) => (ROW_GROUPS.has(child.name) ? childElements(child) : [child]))
    .filter(({ name }) => name === 'tr');
}

/** Tables have no padding where the borders of their cells are joined, as the style sheet of mails says. */
export function dropTablePadding({ name }: HtmlElement, style: Declarations): void {
  if (name !== 'table' || style.get('border-collapse') === 'separate') return;
  for (const property of [...style.keys()]) if (property.startsWith('padding')) style.delete(property);
}

/** Lays out a table of one column and its parts as blocks. */
export function stackStyle(element: HtmlElement, style: Declarations) {
  if (element.name !== 'table') {
    if (!style.has('display')) style.set('display', 'block');
    style.delete('width');
    return;
  }
  const cells = rowsOf(element).flatMap((row) => childElements(row).filter(isCell));
  const width = style.get('width') ?? cells.map(widthOfCell).findLast((each) => each?.endsWith('px'));
  style
    .set('display', 'block')
    .set('max-width', '100%')
    .set('width', width ?? 'fit-content');
}

function widthOfCell(cell: HtmlElement): string | undefined {
  return readStyle(cell).get('width') ?? readAttributeStyles(cell).get('width');
}

/** Puts the columns of a section side by side. They are inline blocks, between which the renderer breaks lines. */
export function columnStyle(element: HtmlElement, style: Declarations): void {
  if (isColumn(element) && style.get('display') === 'inline-block') style.set('display', 'block');
  if (!childElements(element).some(isColumn)) return;
  // A group of columns that stays together on phones is no cell.
  const wrap = isCell(element) ? 'wrap' : 'nowrap';
  style.set('display', 'flex').set('flex-flow', `row ${wrap}`).set('justify-content', 'center');
}

/** The alignment that an element gives the blocks in it: browsers align blocks by attributes only. */
export function blockAlignOf(
  { name, attribs }: HtmlElement,
  style: ReadonlyMap<string, string>,
  inherited: string | undefined,
) {
  if (name === 'center') return 'center';
  if (attribs.align !== undefined && name !== 'table') return attribs.align.toLowerCase();
  return style.has('text-align') ? undefined : inherited;
}

/** Aligns a block by its margins, unless it has its own. */
export function alignBlock(
  { name, attribs }: HtmlElement,
  style: Declarations,
  align: string | undefined,
): void {
  const isBlock = !INLINE.has(name) || style.get('display') === 'block';
  if (!isBlock || style.has('margin') || isCell({ name } as HtmlElement)) return;
  const side = (name === 'table' ? attribs.align?.toLowerCase() : undefined) ?? align;
  if (side === 'center' || side === 'right') style.set('margin-left', 'auto');
  if (side === 'center') style.set('margin-right', 'auto');
}

/** Whether an element is a link around pictures, which has no line below the text of a missing one. */
export function isPictureLink({ name, children }: HtmlElement): boolean {
  return (
    name === 'a' && children.every((child) => (isElement(child) ? child.name === 'img' : isBlankText(child)))
  );
}

const isBlankText = (node: HtmlNode) => isText(node) && /^[ \t\r\n\f]*$/.test(node.data);

/** Whether a text is blank and stands in a table, at the edge of a block or beside one. */
export function isBetweenBlocks(text: HtmlNode): boolean {
  const { parent, prev, next } = text;
  if (!isBlankText(text)) return false;
  if (parent && TABLE_PARTS.has(parent.name)) return true;
  return [prev, next].some((beside) => isBlock(beside ? (beside as HtmlNode) : parent));
}

function isBlock(node: HtmlNode | null): boolean {
  return node !== null && isElement(node) && !INLINE.has(node.name);
}
