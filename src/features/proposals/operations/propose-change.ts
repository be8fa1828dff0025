import { type Static, Type } from '@sinclair/typebox';
import { invalidField, validationFailed } from '../../../platform/errors.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import { requireSignedUser, SignedUserInput } from '../../access/index.ts';
import { compareStates } from '../../snapshots/index.ts';
import {
  ExpectedVersion,
  KnownContentInput,
  OperationsInput,
  parseContentBytes,
  prepareContent,
  prepareEdit,
  requireTemplateWithContent,
  requireVersion,
  TemplateId,
  type TemplateWithContent,
} from '../../templates/index.ts';
import { changesNothing } from '../errors.ts';
import { FieldsInput, listFields, planFields } from '../fields.ts';
import { SETTINGS } from '../proposal.ts';
import {
  type Proposed,
  requirePossibleSize,
  scoreContent,
  showProposed,
  storeProposal,
} from '../proposing.ts';
import { NoteInput, type ProposalOutput, ProposedAnswer } from '../schema.ts';
import { signedFields } from '../thread.ts';

const ProposeInput = Type.Object({
  template_id: TemplateId,
  ...FieldsInput,
  operations: Type.Optional(OperationsInput),
  content: Type.Optional(KnownContentInput),
  delete: Type.Optional(
    Type.Literal(true, { description: 'Delete the template; goes with no other change.' }),
  ),
  expected_version: ExpectedVersion,
  note: Type.Optional(NoteInput),
  dry_run: Type.Optional(Type.Boolean({ description: 'Check and show the result without proposing it.' })),
  ...SignedUserInput,
});
type ProposeInput = Static<typeof ProposeInput>;

interface Context extends TenantContext {
  signal?: AbortSignal | undefined;
}

export const proposeChange = defineOperation({
  name: 'proposeChange',
  summary: 'Propose a change of a template, or its deletion, which others accept or refuse',
  scope: 'tenant',
  effect: 'propose',
  input: ProposeInput,
  output: ProposedAnswer,
  async run({ deps, scope: caller, emit, signal }, input) {
    const scope = await requireSignedUser(deps, caller, input);
    const template = await requireTemplateWithContent(scope, deps.db.reader, input.template_id);
    requireVersion(template, input.expected_version);
    const context = { deps, scope, signal };
    const proposed = input.delete
      ? planDeletion(template, input)
      : await planChange(context, template, input);
    if (input.dry_run === true) return showProposed(proposed);
    const { answer, event } = await storeProposal(context, caller, proposed, signedFields(input));
    emit(event);
    return answer;
  },
});

const OTHER_CHANGES = [
  ...(Object.keys(FieldsInput) as (keyof typeof FieldsInput)[]),
  'content',
  'operations',
];

function planDeletion(template: TemplateWithContent, input: ProposeInput): Proposed {
  if (OTHER_CHANGES.some((name) => input[name as keyof ProposeInput] !== undefined))
    throw invalidField('delete', 'cannot go with other changes.');
  return {
    kind: 'delete',
    template,
    diff: 'Delete the template.',
    changes: [],
    score_before: null,
    score_after: null,
    note: input.note,
  };
}

async function planChange(
  context: Context,
  template: TemplateWithContent,
  input: ProposeInput,
): Promise<Proposed> {
  const { deps, scope, signal } = context;
  const fields = await planFields(scope, deps.db.reader, template, input);
  const after = await prepare(context, template, input);
  if (fields === undefined && after === undefined) throw changesNothing();
  const listed = fields === undefined ? [] : listFields(fields);
  const lines = listed.map(({ outline }) => outline);
  const shared = { kind: 'change' as const, template, fields, note: input.note };
  if (after === undefined)
    return { ...shared, diff: lines.join('\n'), changes: listed, score_before: null, score_after: null };
  const { diff, changes } = await compare(context, template.json, after);
  const [score_before, score_after] = await Promise.all(
    [template.json, after].map((json) => scoreContent(context, json, signal)),
  );
  return {
    ...shared,
    content: { before: template.json, after },
    diff: [...lines, diff].join('\n'),
    changes: [...listed, ...changes],
    score_before: score_before ?? null,
    score_after: score_after ?? null,
  };
}

/** The proposed content; undefined if it is the present one. */
async function prepare(
  context: Context,
  template: TemplateWithContent,
  { operations, content, ...input }: ProposeInput,
): Promise<Uint8Array | undefined> {
  if (operations === undefined && content === undefined) {
    const isEmpty = Object.keys(FieldsInput).every((name) => input[name as keyof typeof input] === undefined);
    if (isEmpty)
      throw validationFailed({
        operations: ['is missing. Send operations, a whole content, or another field.'],
      });
    return undefined;
  }
  if (operations !== undefined && content !== undefined)
    throw invalidField(
      'operations',
      'cannot go with content: one replaces everything, the other changes parts.',
    );
  const present = parseContentBytes(template.json);
  const { json } =
    operations === undefined
      ? prepareContent(context.scope, content, present)
      : await prepareEdit(context, context.deps.db.reader, present, operations);
  requirePossibleSize(json, template.json);
  return Buffer.compare(json, template.json) === 0 ? undefined : json;
}

async function compare(
  context: Context,
  before: Uint8Array,
  after: Uint8Array,
): Promise<{ diff: string; changes: ProposalOutput['changes'] }> {
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
