import { toIsoTime, toIsoTimeOrNull } from '../../platform/clock.ts';
import { invalidField } from '../../platform/errors.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { Actor, TenantScope } from '../../platform/scope.ts';
import { identifyActor, typeOfAuthor } from '../access/index.ts';
import { pageUrl } from '../accounts/index.ts';
import { selectTemplateWithContent } from '../templates/index.ts';
import { alreadyDecided, proposalNotFound } from './errors.ts';
import type { FieldChanges } from './fields.ts';
import { type ProposalRow, selectProposal, UNDECIDED, type WholeProposalRow } from './queries.ts';
import type { ProposalOutput } from './schema.ts';

/** The id of the settings in the list of changed blocks. */
export const SETTINGS = 'settings';

export function toProposal(context: TenantContext, row: ProposalRow): ProposalOutput {
  return {
    id: row.id,
    kind: row.kind,
    template_id: row.templateId,
    base_version: row.baseVersion,
    state: row.state,
    note: row.note,
    author_identifier: identifyActor({ kind: row.authorKind as Actor['kind'], id: row.authorId }),
    author_name: row.authorName,
    author_type: typeOfAuthor(row.authorKind),
    score_before: row.scoreBefore,
    score_after: row.scoreAfter,
    changes: JSON.parse(row.changes),
    conflicts: row.conflicts === null ? [] : JSON.parse(row.conflicts),
    comment_id: row.commentId,
    created_at: toIsoTime(row.createdAt),
    decided_at: toIsoTimeOrNull(row.decidedAt),
    decided_by_name: row.decidedByName,
    reason: row.reason,
    accepted_blocks: row.acceptedBlocks === null ? null : JSON.parse(row.acceptedBlocks),
    accepted_version: row.acceptedVersion,
    review_url: reviewUrl(context, row.templateId),
  };
}

/** Address of the page on which people decide on proposals of a template, or on new templates. */
function reviewUrl({ deps, scope: { projectId, tenant } }: TenantContext, templateId: string | null): string {
  const page = `${pageUrl(deps)}/dashboard/projects/${projectId}/tenants/${encodeURIComponent(tenant.slug)}`;
  return `${page}${templateId === null ? '' : `/templates/${encodeURIComponent(templateId)}`}?tab=proposals`;
}

/** `template_id`: the only template that it may be about. */
interface ProposalPath {
  template_id?: string | undefined;
  proposal_id: string;
}

export async function findProposal(
  scope: TenantScope,
  db: Connection,
  { template_id, proposal_id }: ProposalPath,
): Promise<WholeProposalRow> {
  const row = await selectProposal(scope, db, template_id, proposal_id);
  if (row === undefined) throw proposalNotFound();
  return row;
}

/** As `findProposal`. Throws `conflict` if the proposal is decided. */
export async function findUndecided(
  scope: TenantScope,
  db: Connection,
  place: ProposalPath,
): Promise<WholeProposalRow> {
  const row = await findProposal(scope, db, place);
  if (!isUndecided(row)) throw alreadyDecided(row.state);
  return row;
}

/** The content and name that a template would have after an undecided proposal. */
export async function readProposed(
  scope: TenantScope,
  db: Connection,
  place: { template_id: string | undefined; proposal_id: string },
): Promise<{ title: string | undefined; json: string }> {
  const row = await findUndecided(scope, db, place);
  if (row.templateId !== (place.template_id ?? null)) throw proposalNotFound();
  if (row.kind === 'delete')
    throw invalidField('proposal_id', 'proposes to delete the template, so there is nothing else to see.');
  const fields: Partial<FieldChanges> = row.fields === null ? {} : JSON.parse(row.fields);
  const template =
    row.templateId === null ? undefined : await selectTemplateWithContent(scope, db, row.templateId);
  // A proposal that changes only fields, such as the name, has no content: the template keeps its own.
  const json = row.content.byteLength > 0 ? row.content : template?.json;
  if (json === undefined) throw proposalNotFound();
  return { title: fields.after?.name ?? template?.name ?? undefined, json: Buffer.from(json).toString() };
}

const isUndecided = ({ state }: Pick<ProposalRow, 'state'>): boolean =>
  (UNDECIDED as readonly string[]).includes(state);

export const isAuthor = ({ actor }: TenantScope, row: ProposalRow): boolean =>
  actor.kind === row.authorKind && actor.id === row.authorId;
