import type { ValueError } from '@sinclair/typebox/errors';
import { UnknownBlock } from './blocks/leaf.ts';
import { checkerOf } from './checker.ts';
import { FillContext, fillBlock, fillDefaults, type MakeId } from './defaults.ts';
import { isEqual } from './diff/diff-fields.ts';
import {
  addFault,
  addSchemaFaults,
  describeValue,
  type FaultList,
  hasTooManyFaults,
  quoteAll,
} from './faults.ts';
import { isUnknownShape, valueAt } from './known-shapes.ts';
import { type Fields, isFields } from './record.ts';
import { blockSchemas, type TemplateContent, TemplateSettings, walkBlocks } from './template-content.ts';

/** Most blocks one template may have, those inside sections included. */
export const MAX_BLOCKS = 20_000;

/** Most bytes the JSON text of one content may have, as UTF-8. */
export const MAX_CONTENT_BYTES = 2 * 1024 * 1024;

/** Why a content is refused for its size. */
export const describeSize = (found: string, limit: string): string =>
  `The content has ${found}; the limit is ${limit}. Split it or leave something out.`;

export const CONTENT_TOO_LARGE = describeSize(
  `more than ${MAX_CONTENT_BYTES} bytes of JSON`,
  '2 MB (2,097,152 bytes as UTF-8)',
);

/** Most values of unknown forms that are kept in one content. More are faults, because finding each takes time. */
const MAX_KEPT_SHAPES = 5_000;

/** How to read a content. */
export interface ReadOptions {
  /** Makes the id of a block, icon, item, row or cell without one. */
  makeId: MakeId;
  /** Block types this service does not know: an editor's are kept (default), an agent's are refused. */
  unknownBlockTypes?: 'keep' | 'refuse';
  /** Fields this service does not know: an editor's are kept (default), an agent's are refused. */
  unknownFields?: 'keep' | 'refuse';
  /**
   * Known fields whose values have a form this service does not know: an editor newer than this service wrote them
   * (`keep`), or they are mistakes unless the content `replaced` has them (`refuse`, the default).
   */
  unknownShapes?: 'keep' | 'refuse';
  /** The content a new one replaces: unknown fields of its settings and of its blocks of a type are not refused. */
  replaced?: TemplateContent | undefined;
}

interface Run extends ReadOptions {
  faults: FaultList;
  fillContext: FillContext;
  blockCount: number;
  /** Values of unknown forms that were kept. */
  keptShapes: number;
  pathOfId: Map<string, string>;
  /** The single block, or the settings, before the change. */
  before?: unknown;
  /** By id; made when it is needed. */
  replacedBlocks?: Map<unknown, unknown>;
}

/** The content that was read; valid only without faults, with at most MAX_BLOCKS blocks, and if it is not too large. */
interface ReadContent {
  content: unknown;
  faults: FaultList;
  /** Whether the defaults alone have more than MAX_CONTENT_BYTES. Reading stops there. */
  isTooLarge: boolean;
  /** Counting stops right after MAX_BLOCKS. */
  blockCount: number;
}

/** Checks a content, fills in defaults and collects all faults with their paths, in one pass. */
export function readContent(input: unknown, options: ReadOptions): ReadContent {
  const run = startRun(options);
  const content = readParts(input, run);
  const { faults, blockCount, fillContext } = run;
  return { content, faults, blockCount, isTooLarge: fillContext.isTooLarge };
}

/** One block that was read; valid only without faults. */
interface ReadBlock {
  block: unknown;
  faults: FaultList;
  /** The block and those inside it; counting stops right after MAX_BLOCKS. */
  blockCount: number;
  pathOfId: ReadonlyMap<string, string>;
}

/**
 * Reads a single block and the blocks inside it by the rules of a content. Paths of faults start with `path`.
 * @param before the block before the change: its values of unknown forms are no faults
 */
export function readSingleBlock(
  input: unknown,
  path: string,
  options: ReadOptions,
  before?: unknown,
): ReadBlock {
  const run = { ...startRun(options), before };
  run.blockCount = 1;
  const block = readBlock(input, path, run, false);
  if (run.fillContext.isTooLarge) {
    const message =
      'With the defaults of the fields that are left out, the block has more than 2 MB. Leave something out.';
    addFault(run.faults, path, message);
  }
  return { block, faults: run.faults, blockCount: run.blockCount, pathOfId: run.pathOfId };
}

/** As readSingleBlock, for settings. */
export function readSingleSettings(input: unknown, path: string, options: ReadOptions, before: unknown) {
  const run = { ...startRun(options), before };
  const settings = readSettings(input, path, run);
  return { settings, faults: run.faults };
}

function startRun(options: ReadOptions): Run {
  return {
    ...options,
    faults: { kept: [], total: 0 },
    fillContext: new FillContext(options.makeId, MAX_CONTENT_BYTES),
    blockCount: 0,
    keptShapes: 0,
    pathOfId: new Map(),
  };
}

function readParts(input: unknown, run: Run): unknown {
  if (!isFields(input)) {
    const message = `The content must be an object with "blocks" and "settings"; got ${describeValue(input)}.`;
    addFault(run.faults, '', message);
    return input;
  }
  const settings = readSettings(input.settings, '/settings', run);
  const blocks = readBlocks(input.blocks, '/blocks', run, false);
  return settings === input.settings && blocks === input.blocks ? input : { ...input, blocks, settings };
}

function readSettings(settings: unknown, path: string, run: Run): unknown {
  const checker = checkerOf(TemplateSettings);
  if (checker.check(settings)) return settings;
  const given = settings === undefined ? {} : settings;
  const filled = isFields(given) ? fillDefaults(TemplateSettings, given, run.fillContext) : given;
  if (!checker.check(filled))
    addFaults(run, checker.explain(filled), path, 'the settings', () => run.before ?? run.replaced?.settings);
  return filled;
}

function readBlocks(blocks: unknown, path: string, run: Run, isInSection: boolean): unknown {
  if (!Array.isArray(blocks)) {
    addFault(run.faults, path, `"${path.slice(1)}" must be a list of blocks; got ${describeValue(blocks)}.`);
    return blocks;
  }
  let filled: unknown[] | undefined;
  for (let index = 0; index < blocks.length; index += 1) {
    run.blockCount += 1;
    if (run.blockCount > MAX_BLOCKS || hasTooManyFaults(run.faults) || run.fillContext.isTooLarge) break;
    const after = readBlock(blocks[index], `${path}/${index}`, run, isInSection);
    if (after === blocks[index]) continue;
    filled ??= [...blocks];
    filled[index] = after;
  }
  return filled ?? blocks;
}

function readBlock(block: unknown, path: string, run: Run, isInSection: boolean): unknown {
  if (!isFields(block) || typeof block.type !== 'string') return refuseBlock(block, path, run);
  const schema = blockSchemas.get(block.type);
  if (!schema && run.unknownBlockTypes === 'refuse') return refuseBlock(block, path, run);
  if (block.type === 'section' && isInSection) return refuseSection(block, path, run);
  const checker = checkerOf(schema ?? UnknownBlock);
  let whole = block;
  if (!checker.check(block)) {
    whole = fillBlock(schema ?? UnknownBlock, block, run.fillContext);
    // The content is refused for its size, so the rest need not be checked.
    if (run.fillContext.isTooLarge) return whole;
    if (!checker.check(whole))
      addFaults(
        run,
        checker.explain(whole),
        path,
        nameBlock(block.type),
        () => run.before ?? findReplaced(run, whole.id),
      );
  }
  recordId(whole.id, path, run);
  return whole.type === 'section' ? readChildren(whole, path, run) : whole;
}

/** @param replaced the block or settings before, which may have values of unknown forms already */
function addFaults(
  run: Run,
  errors: Iterable<ValueError>,
  path: string,
  owner: string,
  replaced: () => unknown,
): void {
  addSchemaFaults(run.faults, withoutKeptShapes(run, errors, replaced), path, owner);
}

function* withoutKeptShapes(
  run: Run,
  errors: Iterable<ValueError>,
  replaced: () => unknown,
): Generator<ValueError, void, undefined> {
  for (const error of errors) {
    const isKept =
      run.keptShapes < MAX_KEPT_SHAPES &&
      isUnknownShape(error) &&
      (run.unknownShapes === 'keep' || isThereAlready(replaced(), error));
    if (isKept) run.keptShapes += 1;
    else yield error;
  }
}

function isThereAlready(replaced: unknown, { path, value }: ValueError): boolean {
  return replaced !== undefined && isEqual(valueAt(replaced, path), value);
}

/** The block with this id in the content that is replaced. */
function findReplaced(run: Run, id: unknown): unknown {
  if (run.replaced === undefined) return undefined;
  run.replacedBlocks ??= new Map([...walkBlocks(run.replaced)].map(({ block }) => [block?.id, block]));
  return run.replacedBlocks.get(id);
}

function readChildren(section: Fields, path: string, run: Run): Fields {
  if (!Array.isArray(section.children)) return section;
  let filled: unknown[] | undefined;
  for (const [index, column] of section.children.entries()) {
    // Other values were reported with the section.
    if (!Array.isArray(column)) continue;
    const after = readBlocks(column, `${path}/children/${index}`, run, true);
    if (after === column) continue;
    filled ??= [...section.children];
    filled[index] = after;
  }
  return filled ? { ...section, children: filled } : section;
}

function refuseBlock(block: unknown, path: string, run: Run): unknown {
  const types = quoteAll(blockSchemas.keys());
  if (!isFields(block)) {
    addFault(run.faults, path, `A block must be an object with a "type"; got ${describeValue(block)}.`);
  } else if (block.type === undefined) {
    addFault(run.faults, `${path}/type`, `"type" of a block is missing; it must be one of ${types}.`);
  } else {
    const got = describeValue(block.type);
    addFault(run.faults, `${path}/type`, `"type" of a block must be one of ${types}; got ${got}.`);
  }
  return block;
}

function refuseSection(block: Fields, path: string, run: Run): Fields {
  const message =
    'A section cannot be inside a section; move its blocks into this list, or it to the top level.';
  addFault(run.faults, path, message);
  return block;
}

/** What messages call a block of this type: "a title block". */
export function nameBlock(type: string): string {
  return blockSchemas.has(type) ? `${/^(?:[aeiou]|html)/.test(type) ? 'an' : 'a'} ${type} block` : 'a block';
}

function recordId(id: unknown, path: string, run: Run): void {
  if (typeof id !== 'string') return;
  const first = run.pathOfId.get(id);
  if (first === undefined) {
    run.pathOfId.set(id, path);
    return;
  }
  const message = `The id ${describeValue(id)} is already that of ${first}; ids of blocks must differ. Omit it to get a new one.`;
  addFault(run.faults, `${path}/id`, message);
}
