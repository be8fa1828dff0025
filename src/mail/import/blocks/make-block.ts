import type {
  ButtonBlock,
  ColumnLayout,
  DividerBlock,
  HtmlBlock,
  ImageBlock,
  LeafBlock,
  MenuBlock,
  ParagraphBlock,
  SectionBlock,
  SocialBlock,
  SpacerBlock,
  TableBlock,
  TitleBlock,
  VideoBlock,
} from '../../model/index.ts';
import { NO_SIDES, type Sides } from '../css/lengths.ts';
import type { ImportRun } from '../import-run.ts';

/** Space around a block and the color behind it. */
export interface BlockBox {
  padding: Sides;
  backgroundColor?: string | undefined;
}

/** What a maker needs: the fields of a block that have no common default here. */
type Given<B, K extends keyof B> = Partial<Omit<B, 'id' | 'type' | 'styles' | K>> & Pick<B, K>;

function common(run: ImportRun, box: BlockBox | undefined) {
  const { padding = NO_SIDES, backgroundColor } = box ?? {};
  const styles = { padding: { ...padding }, ...(backgroundColor ? { backgroundColor } : {}) };
  return { id: run.makeId(), styles };
}

/** A heading. */
export function makeTitle(run: ImportRun, fields: Given<TitleBlock, 'content'>, box?: BlockBox): TitleBlock {
  return { type: 'title', ...common(run, box), level: 2, textAlign: 'left', ...fields };
}

/** Running text. */
export function makeParagraph(run: ImportRun, content: string, box?: BlockBox): ParagraphBlock {
  return { type: 'paragraph', ...common(run, box), content };
}

/** A picture. */
export function makeImage(run: ImportRun, fields: Given<ImageBlock, 'src'>, box?: BlockBox): ImageBlock {
  return { type: 'image', ...common(run, box), alt: '', width: 'full', align: 'center', ...fields };
}

/** A poster that links to a video. */
export function makeVideo(
  run: ImportRun,
  fields: Given<VideoBlock, 'url' | 'thumbnailUrl'>,
  box?: BlockBox,
): VideoBlock {
  return { type: 'video', ...common(run, box), alt: 'Video', width: 'full', align: 'center', ...fields };
}

/** A button. */
export function makeButton(
  run: ImportRun,
  fields: Given<ButtonBlock, 'text' | 'url'>,
  box?: BlockBox,
): ButtonBlock {
  const looks = { backgroundColor: '#333333', textColor: '#ffffff', borderRadius: 0, fontSize: 15 };
  const buttonPadding = { top: 12, right: 24, bottom: 12, left: 24 };
  return { type: 'button', ...common(run, box), ...looks, buttonPadding, ...fields };
}

/** A line. */
export function makeDivider(
  run: ImportRun,
  fields: Given<DividerBlock, 'color'>,
  box?: BlockBox,
): DividerBlock {
  return { type: 'divider', ...common(run, box), lineStyle: 'solid', thickness: 1, width: 'full', ...fields };
}

/** Empty room. */
export function makeSpacer(run: ImportRun, height: number, box?: BlockBox): SpacerBlock {
  return { type: 'spacer', ...common(run, box), height };
}

/** HTML as it is. */
export function makeHtml(run: ImportRun, content: string, box?: BlockBox): HtmlBlock {
  return { type: 'html', ...common(run, box), content };
}

/** A row of links. */
export function makeMenu(run: ImportRun, fields: Given<MenuBlock, 'items'>, box?: BlockBox): MenuBlock {
  const looks = { fontSize: 15, separator: '', separatorColor: '#e0e0e0', spacing: 10 };
  return { type: 'menu', ...common(run, box), textAlign: 'center', ...looks, ...fields };
}

/** A row of icons. */
export function makeSocial(run: ImportRun, fields: Given<SocialBlock, 'icons'>, box?: BlockBox): SocialBlock {
  const looks = { iconStyle: 'solid', iconSize: 'medium', spacing: 10, align: 'center' } as const;
  return { type: 'social', ...common(run, box), ...looks, ...fields };
}

/** A table of data. Cells are rich text. */
export function makeTable(
  run: ImportRun,
  cells: string[][],
  fields: Given<TableBlock, 'hasHeaderRow'>,
  box?: BlockBox,
): TableBlock {
  const rows = cells.map((row) => ({
    id: run.makeId(),
    cells: row.map((content) => ({ id: run.makeId(), content })),
  }));
  const looks = { borderColor: '#e0e0e0', borderWidth: 0, cellPadding: 0, fontSize: 15 };
  return { type: 'table', ...common(run, box), rows, ...looks, textAlign: 'left', ...fields };
}

/** A row of columns. */
export function makeSection(
  run: ImportRun,
  columns: ColumnLayout,
  children: LeafBlock[][],
  fields: Partial<Pick<SectionBlock, 'stackOnMobile' | 'borderRadius' | 'wrapper'>>,
  box?: BlockBox,
): SectionBlock {
  return { type: 'section', ...common(run, box), columns, children, ...fields };
}

/** The same block with more space around it, and with a color behind it where it has none. */
export function padBlock<B extends LeafBlock>(block: B, more: Sides, backgroundColor?: string): B {
  const { padding } = block.styles;
  const color = block.styles.backgroundColor ?? backgroundColor;
  const sum = {
    top: padding.top + more.top,
    right: padding.right + more.right,
    bottom: padding.bottom + more.bottom,
    left: padding.left + more.left,
  };
  return {
    ...block,
    styles: { ...block.styles, padding: sum, ...(color ? { backgroundColor: color } : {}) },
  };
}
