import { editContent, mergeContents, planOperations, type TemplateContent } from '../../mail/model/index.ts';
import { invalidField } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import {
  changeTemplate,
  parseContentBytes,
  planAttributes,
  prepareContent,
  prepareStored,
  removeTemplate,
  storeDraft,
  type TemplateWithContent,
  templateEvent,
} from '../templates/index.ts';
import { decide, decision } from './deciding.ts';
import { type FieldChanges, findFieldConflicts, isFieldId, keepFields } from './fields.ts';
import { SETTINGS } from './proposal.ts';
import type { ProposalRow, WholeProposalRow } from './queries.ts';
import type { ProposalOutput } from './schema.ts';

export interface Applied {
  row: ProposalRow;
  /** To publish after the commit; none if nothing changed. */
  event?: DomainEvent | undefined;
  /**
   * Blocks, settings and fields that others have changed in the meantime. Then only the state of the proposal was
   * changed.
   */
  conflicts?: string[];
}

/** Creates the proposed template. Throws `conflict` or `not_found` if its key is taken or its folder gone. */
export async function applyCreation(
  context: TenantContext,
  db: Connection,
  proposal: WholeProposalRow,
): Promise<Applied> {
  const after = parseFields(proposal)?.after ?? {};
  const content = prepareStored(parseContentBytes(proposal.content));
  const draft = { ...after, content, json: content.json };
  const created = await storeDraft(context, db, draft, after.key ?? null);
  const change = {
    ...decision(context, 'accepted'),
    templateId: created.id,
    acceptedVersion: created.version,
  };
  await decide(context, db, proposal, change, 'proposal.accepted');
  return { row: { ...proposal, ...change }, event: templateEvent('template.created', created) };
}

export async function applyDeletion(
  context: TenantContext,
  db: Connection,
  proposal: WholeProposalRow,
  template: TemplateWithContent,
): Promise<Applied> {
  const change = decision(context, 'accepted');
  // The decision is stored first, because without a trash the proposal is deleted with its template.
  await decide(context, db, proposal, change, 'proposal.accepted');
  await removeTemplate(context, db, template);
  return { row: { ...proposal, ...change }, event: templateEvent('template.deleted', template) };
}

/** Applies a proposed change, or the part of it that concerns the given blocks and fields. */
export async function applyChange(
  context: TenantContext,
  db: Connection,
  proposal: WholeProposalRow,
  template: TemplateWithContent,
  blocks: readonly string[] | undefined,
): Promise<Applied> {
  requireKnown(proposal, blocks);
  const fields = wantedFields(proposal, blocks);
  const merged = mergeInto(template, proposal, blocks);
  const conflicts = [
    ...(fields === undefined ? [] : findFieldConflicts(template, fields)),
    ...(merged?.conflict === undefined ? [] : [...merged.conflict.blockIds, ...merged.conflict.settings]),
  ];
  if (conflicts.length > 0) {
    const change = { state: 'conflicting', conflicts: JSON.stringify(conflicts) } as const;
    await decide(context, db, proposal, change, 'proposal.conflicting');
    return { row: { ...proposal, ...change }, conflicts };
  }
  const { json, ...before } = template;
  const after = await changeTemplate(context, db, before, {
    ...(fields !== undefined && (await planAttributes(context.scope, db, before, fields.after))),
    ...(merged?.content !== undefined && {
      content: prepareContent(context.scope, merged.content, parseContentBytes(json)),
    }),
  });
  const change = {
    ...decision(context, 'accepted'),
    acceptedBlocks: blocks === undefined ? null : JSON.stringify(blocks),
    acceptedVersion: after.version,
  };
  await decide(context, db, proposal, change, 'proposal.accepted');
  const event = after.version !== before.version ? templateEvent('template.updated', after) : undefined;
  return { row: { ...proposal, ...change }, event };
}

const parseFields = ({ fields }: WholeProposalRow): FieldChanges | undefined =>
  fields === null ? undefined : (JSON.parse(fields) as FieldChanges);

function wantedFields(proposal: WholeProposalRow, blocks: readonly string[] | undefined) {
  const fields = parseFields(proposal);
  return fields === undefined || blocks === undefined ? fields : keepFields(fields, blocks);
}

/** Merges the proposed content, or its changes of single blocks, into the present one. Undefined: the content stays. */
function mergeInto(
  template: TemplateWithContent,
  proposal: WholeProposalRow,
  blocks: readonly string[] | undefined,
) {
  const chosen = blocks?.filter((id) => !isFieldId(id));
  if (proposal.content.byteLength === 0 || chosen?.length === 0) return undefined;
  const base = parseContentBytes(proposal.base);
  const proposed = parseContentBytes(proposal.content);
  const wanted = chosen === undefined ? proposed : keepBlocks(base, proposed, chosen);
  return mergeContents(base, wanted, parseContentBytes(template.json));
}

function requireKnown({ changes }: ProposalRow, blocks: readonly string[] | undefined): void {
  const known = (JSON.parse(changes) as ProposalOutput['changes']).map(({ id }) => id);
  if (blocks === undefined || blocks.every((id) => known.includes(id))) return;
  throw invalidField(
    'blocks',
    `names a block that the proposal does not change. It changes: ${known.join(', ')}.`,
    { quotesOthers: true },
  );
}

/** The base content with the proposed changes of these blocks only. */
function keepBlocks(
  base: TemplateContent,
  proposed: TemplateContent,
  blocks: readonly string[],
): TemplateContent {
  const { operations } = planOperations(base, proposed);
  const chosen = operations?.filter((operation) => blocks.includes(subjectOf(operation)));
  const edited =
    chosen === undefined || chosen.length === 0
      ? undefined
      : editContent(base, chosen, { makeId: createId, unknown: 'keep' });
  if (edited?.ok) return edited.content;
  throw invalidField('blocks', 'cannot be accepted by themselves. Accept the whole proposal, or refuse it.');
}

/** The block that an operation changes, or `settings`. */
function subjectOf(operation: object): string {
  const { id, block } = operation as { id?: string; block?: { id?: string } };
  return id ?? block?.id ?? SETTINGS;
}
