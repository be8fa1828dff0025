import { type Static, Type } from '@sinclair/typebox';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DomainError, invalidField, validationFailed } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { defineOperation, perform } from '../../../platform/operation.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import { scoreTemplate } from '../../scoring/index.ts';
import { compareStates } from '../../snapshots/index.ts';
import {
  ExpectedVersion,
  KnownContentInput,
  OperationsInput,
  parseContentBytes,
  prepareContent,
  prepareEdit,
  requireVersion,
  selectTemplateWithContent,
  TemplateId,
  type TemplateWithContent,
  templateNotFound,
} from '../../templates/index.ts';
import { changesNothing, tooManyProposals } from '../errors.ts';
import { proposalActivity, proposalEvent } from '../events.ts';
import { SETTINGS } from '../proposal.ts';
import { deleteDecided, insertProposal, type WholeProposalRow } from '../queries.ts';
import { MAX_TEXT, type ProposalOutput, ProposalState } from '../schema.ts';
import { signedFields, startThread } from '../thread.ts';

/** Of undecided proposals; their bytes are those of the contents before and after. */
const LIMITS = { perTemplate: 20, perTenant: 500, bytesPerTenant: 64 * 1024 * 1024 };

/** Merging a larger one, when it is accepted, would block the server for too long. */
const MAX_CONTENT_BYTES = 400 * 1024;

/** Decided proposals are kept for so long. */
const KEPT_MS = 90 * DAY_MS;

const ProposeInput = Type.Object({
  template_id: TemplateId,
  operations: Type.Optional(OperationsInput),
  content: Type.Optional(KnownContentInput),
  expected_version: ExpectedVersion,
  note: Type.Optional(
    Type.String({ maxLength: MAX_TEXT, description: 'Why: people read it beside what changes.' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Check and show the result without proposing it.' })),
  ...SignedUserInput,
});
type ProposeInput = Static<typeof ProposeInput>;

const Score = Type.Union([Type.Integer(), Type.Null()]);

export const proposeChange = defineOperation({
  name: 'proposeChange',
  summary: 'Propose a change of a template, which others accept or refuse',
  scope: 'tenant',
  effect: 'propose',
  input: ProposeInput,
  output: Type.Object({
    proposal_id: Type.Optional(Type.String({ description: 'Absent in a dry run.' })),
    template_id: TemplateId,
    version: Type.Integer({ description: 'The template’s version, which has not changed.' }),
    state: Type.Optional(ProposalState),
    diff: Type.String({ description: 'One line per change.' }),
    score_before: Score,
    score_after: Score,
  }),
  async run({ deps, scope: caller, emit, signal }, input) {
    const scope = await requireSignedUser(deps, caller, input);
    const template = await selectTemplateWithContent(scope, deps.db.reader, input.template_id);
    if (template === undefined) throw templateNotFound();
    requireVersion(template, input.expected_version);
    const content = await prepare({ deps, scope }, template, input);
    const compared = await compare({ deps, scope }, template.json, content);
    const rate = (json: Uint8Array) => score({ deps, scope }, json, signal);
    const [score_before, score_after] = await Promise.all([rate(template.json), rate(content)]);
    const shown = {
      template_id: template.id,
      version: template.version,
      diff: compared.diff,
      score_before,
      score_after,
    };
    if (input.dry_run === true) return shown;
    const row = makeRow({ deps, scope }, template, { ...shown, ...compared, content, note: input.note });
    await deps.db.transaction(async (db) => {
      await deleteDecided(scope, db, row.createdAt - KEPT_MS);
      if (!(await insertProposal(db, row, LIMITS))) throw tooManyProposals('The template or its tenant');
      const activity = proposalActivity('proposal.created', row.templateId, row.id, row.note);
      await deps.events.emitInTransaction(activity, scope, db);
    }, ownerOf(scope));
    await startThread({ deps, scope: caller }, row, signedFields(input));
    emit(proposalEvent('proposal.created', row.templateId, row.id, row.state));
    return { ...shown, proposal_id: row.id, state: row.state };
  },
});

/** The proposed content. Throws if it is the present one. */
async function prepare(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  template: TemplateWithContent,
  input: ProposeInput,
): Promise<Uint8Array> {
  const { operations, content } = input;
  if ((operations === undefined) === (content === undefined))
    throw operations === undefined
      ? validationFailed({ operations: ['is missing. Send operations, or a whole content.'] })
      : invalidField(
          'operations',
          'cannot go with content: one replaces everything, the other changes parts.',
        );
  const present = parseContentBytes(template.json);
  const { json } =
    operations === undefined
      ? prepareContent(scope, content, present)
      : await prepareEdit({ deps, scope }, deps.db.reader, present, operations);
  if (Math.max(json.byteLength, template.json.byteLength) > MAX_CONTENT_BYTES)
    throw new DomainError(
      'too_large',
      'The template is larger than 400 KB, which is too large for a proposal.',
    );
  if (Buffer.compare(json, template.json) === 0) throw changesNothing();
  return json;
}

interface Compared {
  diff: string;
  changes: ProposalOutput['changes'];
}

async function compare(
  context: { deps: Deps; scope: TenantScope },
  before: Uint8Array,
  after: Uint8Array,
): Promise<Compared> {
  const [from, to] = [
    { contentId: 0, json: before },
    { contentId: 1, json: after },
  ];
  const { diff = '', parts } = await compareStates(context, from, to, 'both');
  const blocks = JSON.parse(parts?.blocks ?? '[]') as (ProposalOutput['changes'][number] & {
    id: string | null;
  })[];
  const changes = blocks.flatMap(({ id, change, outline }) => (id === null ? [] : [{ id, change, outline }]));
  const hasSettings = [parts?.settings, parts?.others].some((list) => (list ?? '[]') !== '[]');
  if (hasSettings) changes.push({ id: SETTINGS, change: 'changed', outline: SETTINGS });
  return { diff, changes };
}

/** The score of a content; null if the plan has none, or the scorer is busy. */
async function score(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  json: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  if (!scope.plan.features.ai_generation) return null;
  try {
    const content = parseContentBytes(json);
    return (await perform(scoreTemplate, deps, scope, { content }, { signal })).score;
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'internal') return null;
    throw error;
  }
}

function makeRow(
  { deps, scope: { tenant, actor } }: { deps: Deps; scope: TenantScope },
  template: TemplateWithContent,
  made: Compared & {
    content: Uint8Array;
    note: string | undefined;
    score_before: number | null;
    score_after: number | null;
  },
): WholeProposalRow {
  return {
    id: createId(),
    tenantId: tenant.id,
    templateId: template.id,
    baseVersion: template.version,
    base: Buffer.from(template.json),
    content: Buffer.from(made.content),
    diff: made.diff,
    changes: JSON.stringify(made.changes),
    note: made.note?.trim() || null,
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.name,
    state: 'open',
    conflicts: null,
    scoreBefore: made.score_before,
    scoreAfter: made.score_after,
    commentId: null,
    createdAt: deps.clock.now(),
    decidedAt: null,
    decidedBy: null,
    decidedByName: null,
    reason: null,
    acceptedBlocks: null,
    acceptedVersion: null,
  };
}
