import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, cutPage, decodeCursor, encodeCursor, pageOf } from '../../../platform/pagination.ts';
import { identifyActor } from '../../access/index.ts';
import { Timestamp } from '../../projects/index.ts';
import {
  AnswerInput,
  ChangedTemplate,
  changeTemplate,
  ExpectedVersion,
  requireTemplate,
  requireTemplateWithContent,
  requireVersion,
  TemplateId,
  templateEvent,
  toChangedTemplate,
  transactOnTemplate,
} from '../../templates/index.ts';
import { type AgentChange, readAgentChanges } from '../agent-changes.ts';
import { noChangeToUndo } from '../errors.ts';
import { planRevert } from '../revert.ts';
import { SnapshotId } from '../schema.ts';
import { restoreSnapshot } from './restore-snapshot.ts';

const PER_PAGE = 50;

export const listAgentChanges = defineOperation({
  name: 'listAgentChanges',
  summary:
    'List the changes of a template by agents that can be undone: the last 500 of 30 days, newest first',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({ template_id: TemplateId, cursor: CursorInput }),
  output: pageOf(
    Type.Object({
      version: Type.Integer({ description: 'The template’s version after the change.' }),
      at: Timestamp,
      author_identifier: Type.String({ description: '`agent:` and the id of its key or connection.' }),
      author_name: Type.String(),
      spell: Type.Integer({
        description:
          'The version that the spell of work began with: changes of one agent with pauses of 30 minutes at most.',
      }),
      changed: Type.Array(Type.String(), {
        description: 'Of `content`, `name`, `key`, `folder_id`, `tags` and `archived`.',
      }),
    }),
    PER_PAGE,
  ),
  async run({ deps, scope }, { template_id, cursor }) {
    await requireTemplate(scope, deps.db.reader, template_id);
    const audience = JSON.stringify(['agent_changes', scope.tenant.id, template_id]);
    const [before = Number.POSITIVE_INFINITY] =
      cursor === undefined ? [] : (decodeCursor(deps.urlSigningKey, audience, cursor) as [number]);
    const changes = await readAgentChanges({ deps, scope }, deps.db.reader, template_id);
    const found = changes.toReversed().filter(({ version }) => version < before);
    const { rows, ...page } = cutPage(found, PER_PAGE, ({ version }) =>
      encodeCursor(deps.urlSigningKey, audience, [version]),
    );
    return { items: rows.map(toListedChange), ...page };
  },
});

const toListedChange = ({ version, at, agentId, agentName, spell, isContent, attributes }: AgentChange) => ({
  version,
  at: toIsoTime(at),
  author_identifier: identifyActor({ kind: 'agent', id: agentId }),
  author_name: agentName,
  spell,
  changed: [...(isContent ? ['content'] : []), ...Object.keys(JSON.parse(attributes ?? '{}'))],
});

export const undoAgentChanges = defineOperation({
  name: 'undoAgentChanges',
  summary:
    'Undo a change of a template by an agent, or its whole spell of work; what others have changed stays',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    template_id: TemplateId,
    version: Type.Optional(
      Type.Integer({
        description: 'The version that the change made; left out: the last change by an agent.',
      }),
    ),
    whole_spell: Type.Optional(
      Type.Boolean({
        description: 'Undo all that the agent did around that change with pauses of 30 minutes at most.',
      }),
    ),
    expected_version: ExpectedVersion,
    answer: AnswerInput,
  }),
  output: Type.Object({
    ...ChangedTemplate.properties,
    undone: Type.Array(Type.Integer(), {
      description: 'The versions that the changes made; empty if nothing of them was left.',
    }),
  }),
  async run({ deps, scope, emit }, { template_id, version, whole_spell, expected_version, answer }) {
    const { before, after, undone } = await transactOnTemplate({ deps, scope }, async (db) => {
      const present = await requireTemplateWithContent(scope, db, template_id);
      requireVersion(present, expected_version);
      const changes = await readAgentChanges({ deps, scope }, db, template_id);
      const chosen = chooseChanges(changes, version, whole_spell === true);
      const change = await planRevert({ deps, scope }, db, present, chosen);
      const { json: _json, ...row } = present;
      await changeTemplate({ deps, scope }, db, row, change);
      const stored = await requireTemplateWithContent(scope, db, template_id);
      return { before: row, after: stored, undone: chosen.map((one) => one.version) };
    });
    const isChanged = after.version !== before.version;
    if (isChanged) emit(templateEvent('template.updated', after));
    return {
      ...toChangedTemplate({ before, after, ...(isChanged && { change: 'replaced' }) }, answer),
      undone: isChanged ? undone : [],
    };
  },
});

/** The change that made `version`, or all changes of its session, oldest first. */
function chooseChanges(
  changes: readonly AgentChange[],
  version: number | undefined,
  isWholeSpell: boolean,
): AgentChange[] {
  const chosen = version === undefined ? changes.at(-1) : changes.find((one) => one.version === version);
  if (chosen === undefined) throw noChangeToUndo(version);
  const { agentId, spell } = chosen;
  return isWholeSpell ? changes.filter((one) => one.agentId === agentId && one.spell === spell) : [chosen];
}

/** Both in one, because every tool costs tokens in every conversation. */
export const restoreOrUndo = defineOperation({
  name: 'restoreOrUndo',
  summary: 'Restore a template to a snapshot, or undo the agent’s own changes',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({
    template_id: TemplateId,
    snapshot_id: Type.Optional(SnapshotId),
    undo: Type.Optional(
      Type.Union([Type.Literal('call'), Type.Literal('spell')], {
        description:
          'Instead of snapshot_id: take back your last change, or all since you paused for 30 minutes; later changes of others stay.',
      }),
    ),
    expected_version: ExpectedVersion,
    answer: AnswerInput,
  }),
  output: Type.Object({
    ...ChangedTemplate.properties,
    undone: Type.Optional(undoAgentChanges.output.properties.undone),
  }),
  async run(context, { snapshot_id, undo, ...input }) {
    if ((snapshot_id === undefined) === (undo === undefined))
      throw invalidField('snapshot_id', 'or undo is needed, and not both.');
    return snapshot_id === undefined
      ? undoAgentChanges.run(context, { ...input, whole_spell: undo === 'spell' })
      : restoreSnapshot.run(context, { ...input, snapshot_id });
  },
});
