import {
  type ContentOperation,
  countColumns,
  type Fields,
  planOperations,
  type TemplateContent,
} from '../../mail/model/index.ts';
import {
  applyOperation,
  columnsOf,
  type EditorContent,
  findPosition,
  toEditorContent,
  toTemplateContent,
  WHOLE,
  type WireOperation,
  type WirePosition,
} from './editor-content.ts';

/** Two contents that are larger together are not compared, because that would block the server for too long. */
const MOST_COMPARED_CHARACTERS = 800_000;

/** For more operations, one message with the whole content is less work for an editor. */
const MAX_OPERATIONS = 200;

interface Translation {
  content: EditorContent;
  /** The content after all operations. */
  goal: EditorContent;
  operations: WireOperation[];
  /** Whether editors have no operations for this change. */
  isImpossible: boolean;
}

/**
 * The operations by which an editor turns one content into another. They are applied here by the rules of editors first.
 * Undefined if there are too many, or if editors have no such operations.
 */
export function translateChange(
  before: TemplateContent,
  after: TemplateContent,
): WireOperation[] | undefined {
  const plan = planOperations(before, after);
  if (plan.operations === null) return undefined;
  const translation: Translation = {
    content: toEditorContent(before),
    goal: toEditorContent(after),
    operations: [],
    isImpossible: false,
  };
  for (const operation of plan.operations) {
    translate(translation, operation);
    if (translation.isImpossible) return undefined;
  }
  return Bun.deepEquals(translation.content, translation.goal) ? translation.operations : undefined;
}

function translate(translation: Translation, operation: ContentOperation): void {
  const ids = operation.ids ?? (operation.id === undefined ? [] : [operation.id]);
  switch (operation.op) {
    case 'add':
      add(translation, {
        operation: 'add_block',
        data: { ...placeOf(translation, operation), block: operation.block as Fields },
      });
      return;
    case 'move':
      move(translation, operation);
      return;
    case 'delete':
      for (const id of ids) add(translation, { operation: 'delete_block', data: { block_id: id } });
      return;
    case 'update':
      for (const id of ids) update(translation, id, operation.fields as Fields);
      return;
    case 'update_settings':
      updateSettings(translation, operation.fields as Fields);
  }
}

function add(translation: Translation, operation: WireOperation): void {
  translation.isImpossible ||= translation.operations.length === MAX_OPERATIONS;
  translation.content = applyOperation(translation.content, operation);
  translation.operations.push(operation);
}

function move(translation: Translation, operation: ContentOperation): void {
  const block_id = operation.id as string;
  const { index, ...place } = placeOf(translation, operation);
  if (index === undefined) translation.isImpossible = true;
  else add(translation, { operation: 'move_block', data: { block_id, index, ...place } });
}

/**
 * Operations of the service name the block before. Those of editors have an index, which does not count the moved block.
 */
function placeOf(
  { content }: Translation,
  { id, after, section, column, index }: ContentOperation,
): WirePosition {
  if (after === undefined) {
    const list = { ...(section !== undefined && { section_id: section, column_index: column ?? 0 }) };
    return { ...list, ...(index !== undefined && { index }) };
  }
  const neighbor = findPosition(content, after);
  if (neighbor === undefined) return {};
  const own = id === undefined ? undefined : findPosition(content, id);
  const leaves = own !== undefined && own.list === neighbor.list && own.index < neighbor.index;
  return {
    ...(neighbor.section && {
      section_id: neighbor.section.id as string,
      column_index: neighbor.column,
    }),
    index: neighbor.index + (leaves ? 0 : 1),
  };
}

/** Editors replace whole values and cannot remove a field: a block that loses one is deleted and added again. */
function update(translation: Translation, block_id: string, patch: Fields): void {
  const goal = findPosition(translation.goal, block_id);
  const place = findPosition(translation.content, block_id);
  if (goal === undefined || place === undefined) {
    translation.isImpossible = true;
    return;
  }
  const whole = goal.list[goal.index] as Fields;
  const present = place.list[place.index] as Fields;
  const updates: Fields = {};
  for (const key of Object.keys(patch)) if (Object.hasOwn(whole, key)) updates[key] = whole[key];
  // Blocks of removed columns, as the editor moves them.
  if (Object.hasOwn(patch, 'columns') && present.type === 'section')
    updates.children = fitColumns(present, whole);
  if (Object.keys(patch).every((key) => Object.hasOwn(whole, key))) {
    add(translation, { operation: 'update_block', data: { block_id, updates } });
    return;
  }
  const block = { ...structuredClone(present), ...updates };
  for (const key of Object.keys(patch)) if (!Object.hasOwn(whole, key)) delete block[key];
  const { section, column, index } = place;
  const list = section && { section_id: section.id as string, column_index: column };
  add(translation, { operation: 'delete_block', data: { block_id } });
  add(translation, { operation: 'add_block', data: { ...list, index, block } });
}

/** The columns of a section in another layout. Blocks of removed columns go to the end of the last one. */
function fitColumns(section: Fields, { columns }: Fields): Fields[][] {
  const lists = columnsOf(section).map((list) => [...list]);
  const count = countColumns(columns);
  while (lists.length < count) lists.push([]);
  const extra = lists.splice(count).flat();
  lists.at(-1)?.push(...extra);
  return lists;
}

function updateSettings(translation: Translation, patch: Fields): void {
  const { settings } = translation.goal;
  const updates: Fields = {};
  for (const key of Object.keys(patch)) {
    if (Object.hasOwn(settings, key)) updates[key] = settings[key];
    // Editors cannot remove a setting.
    else translation.isImpossible = true;
  }
  add(translation, { operation: 'update_settings', data: { updates } });
}

/**
 * The operations that turn one content of editors into another. One with the whole content if editors have no such operations, or if
 * the contents are too large to be compared.
 */
export function findDifference(from: EditorContent, goal: EditorContent): WireOperation[] {
  if (Bun.deepEquals(from, goal)) return [];
  const length = JSON.stringify(from).length + JSON.stringify(goal).length;
  const isComparable = length <= MOST_COMPARED_CHARACTERS;
  const found = isComparable ? translateChange(toTemplateContent(from), toTemplateContent(goal)) : undefined;
  return found ?? [{ operation: WHOLE, data: { content: goal } }];
}
