/**
 * The content model of templates: what a template may contain, its defaults, reading what writers send, and
 * editing it by small operations.
 * Pure, and fit for browsers.
 */

export { ButtonBlock } from './blocks/button.ts';
export { CountdownBlock } from './blocks/countdown.ts';
export { CustomBlock } from './blocks/custom.ts';
export { DividerBlock } from './blocks/divider.ts';
export { HtmlBlock } from './blocks/html.ts';
export { ImageBlock } from './blocks/image.ts';
export { LeafBlock, UnknownBlock } from './blocks/leaf.ts';
export { MenuBlock, type MenuItem } from './blocks/menu.ts';
export { ParagraphBlock } from './blocks/paragraph.ts';
export {
  type ColumnLayout,
  type ColumnStyle,
  countColumns,
  SectionBlock,
} from './blocks/section.ts';
export {
  PLATFORMS,
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  SocialBlock,
  type SocialIcon,
  type SocialIconStyle,
  type SocialPlatform,
} from './blocks/social.ts';
export { SpacerBlock } from './blocks/spacer.ts';
export { TableBlock, type TableCell, type TableRow } from './blocks/table.ts';
export { TitleBlock } from './blocks/title.ts';
export { VideoBlock } from './blocks/video.ts';
export { findWrongColors, isColor, type WrongColor } from './colors.ts';
export type { Border, Corners } from './common.ts';
export type { MakeId } from './defaults.ts';
export { type BlockPosition, describeDiff, type ListedChange, listChanges } from './diff/describe-diff.ts';
export { type ContentDiff, type DiffSummary, diffContent, summarizeDiff } from './diff/diff-content.ts';
export type { FieldChange } from './diff/diff-fields.ts';
export type { TextRun } from './diff/diff-text.ts';
export { type PlannedOperations, planOperations } from './diff/plan-operations.ts';
export { compactContent, compactSettings, expandShortIds } from './edit/compact-content.ts';
export { type EditedContent, editContent } from './edit/edit-content.ts';
export { ContentOperation, ContentOperations, MAX_OPERATIONS } from './edit/operations.ts';
export { findBlockId, findBlocks, nameBlocks, outlineContent } from './edit/outline-content.ts';
export { type HtmlTexts, readHtmlTexts, scanHtml } from './edit/plain-text.ts';
export { type BlockTexts, listTexts, PLAIN_FIELDS, RICH_FIELDS } from './edit/texts.ts';
export { shortenIds } from './edit/tree.ts';
export type { Fault } from './faults.ts';
export { type ReplacedValue, withKnownShapes } from './known-shapes.ts';
export { type MergeConflict, type MergedContent, mergeContents } from './merge/merge-contents.ts';
export { blocksOf, takeParts } from './merge/take-parts.ts';
export { type ParsedContent, parseContent } from './parse-content.ts';
export { MAX_BLOCKS, MAX_CONTENT_BYTES, type ReadOptions } from './read-content.ts';
export { type Fields, isFields } from './record.ts';
export { blockSchemaSource, contentInputSchema } from './schema-documents.ts';
export {
  Block,
  type BlockType,
  blockSchemas,
  countBlocks,
  type LocatedBlock,
  TemplateContent,
  TemplateSettings,
  walkBlocks,
} from './template-content.ts';
