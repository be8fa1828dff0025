import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, openCursor, sealCursor } from '../../../platform/pagination.ts';
import { identifyActor } from '../../access/index.ts';
import { TemplateId } from '../../templates/index.ts';
import { type PagePosition, THREADS_PER_PAGE, toCompactPage } from '../compact-page.ts';
import type { CommentOutput } from '../output.ts';
import { CommentAnswerInput, Thread } from '../schema.ts';
import { readThreads } from '../threads.ts';

const Status = Type.Union([Type.Literal('all'), Type.Literal('open'), Type.Literal('resolved')], {
  default: 'all',
  description: 'Only threads that are open, or resolved.',
});

const count = (description: string) => Type.Integer({ description });

export const listComments = defineOperation({
  name: 'listComments',
  summary: 'List the comment threads of a template, each with its replies, the oldest first',
  scope: 'tenant',
  feature: 'commenting',
  input: Type.Object({
    template_id: TemplateId,
    status: Status,
    block_id: Type.Optional(
      Type.String({ maxLength: 255, description: 'Only threads about this block, by its id.' }),
    ),
    cursor: CursorInput,
    answer: CommentAnswerInput,
  }),
  output: Type.Object({
    items: Type.Array(Thread, { description: `Threads; compact: ${THREADS_PER_PAGE} at most.` }),
    open: count('Open threads of the template.'),
    resolved: count('Resolved threads.'),
    comments: count('Comments altogether.'),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'null unless compact.' }),
  }),
  async run({ deps, scope }, { template_id, status, block_id, cursor, answer }) {
    if (cursor !== undefined && answer === 'full') {
      throw invalidField('cursor', 'goes with answer "compact": the full one has no pages.');
    }
    const { list, names } = await readThreads(deps, scope, template_id);
    const { items, ...totals } = list;
    const isWanted = (thread: CommentOutput) =>
      fitsStatus(thread, status) && (block_id === undefined || isAbout(thread, block_id, names));
    const isWhole = status === 'all' && block_id === undefined;
    if (answer === 'full') return isWhole ? list : { ...totals, items: items.filter(isWanted) };
    const audience = JSON.stringify(['comments', scope.tenant.id, template_id, status, block_id]);
    const after = cursor === undefined ? undefined : openPosition(deps.sealKey, audience, cursor);
    const view = { names, reader: identifyActor(scope.actor) };
    const page = toCompactPage(isWhole ? items : items.filter(isWanted), view, after);
    const next = page.next && sealCursor(deps.sealKey, audience, [page.next.rootId, page.next.replyId ?? '']);
    return { ...totals, items: page.items, next_cursor: next ?? null };
  },
});

function fitsStatus({ resolved_at }: CommentOutput, status: 'all' | 'open' | 'resolved'): boolean {
  return status === 'all' || (resolved_at === null) === (status === 'open');
}

/** A block may be named as it is, or as agents are shown it. */
function isAbout(
  { block_id }: CommentOutput,
  name: string,
  names: ReadonlyMap<string, string> | undefined,
): boolean {
  return block_id !== null && (block_id === name || names?.get(block_id) === name.toLowerCase());
}

function openPosition(key: Uint8Array, audience: string, cursor: string): PagePosition {
  const [rootId, replyId] = openCursor(key, audience, cursor);
  return { rootId: String(rootId), replyId: replyId === '' ? null : String(replyId) };
}
