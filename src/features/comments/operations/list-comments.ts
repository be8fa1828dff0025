import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { nullable } from '../../../platform/json/nullable.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { CursorInput, decodeCursor, encodeCursor } from '../../../platform/pagination.ts';
import { identifyActor } from '../../access/index.ts';
import { TemplateId } from '../../templates/index.ts';
import type { CommentOutput } from '../output.ts';
import { CommentAnswerInput, Thread } from '../schema.ts';
import { type BlockNames, readThreads } from '../threads.ts';

/** Limits of a page for agents, which pay for each token. */
const THREADS_PER_PAGE = 25;
const CHARACTERS_PER_PAGE = 20_000;

/** Characters of a comment in an answer, without its text. */
const CHARACTERS_PER_COMMENT = 150;

/** The last comment of the page before. `replyId`: null if its thread is complete, the root's id if no reply was on the page. */
interface PagePosition {
  rootId: string;
  replyId: string | null;
}

interface CompactView {
  names: BlockNames | undefined;
  /** `author_identifier` of the reader. */
  reader: string;
}

/** One page of threads for agents. It has whole comments only, and at least one that was not on the page before. */
function toCompactPage(
  threads: readonly CommentOutput[],
  view: CompactView,
  after: PagePosition | undefined,
) {
  const items: ReturnType<typeof toCompactThread>[] = [];
  let room = CHARACTERS_PER_PAGE;
  let last: PagePosition | undefined;
  for (const thread of threads) {
    if (after !== undefined && isShown(thread, after)) continue;
    const isFirst = items.length === 0;
    if (items.length === THREADS_PER_PAGE || (!isFirst && costOf(thread) > room)) {
      return { items, next: last };
    }
    room -= costOf(thread);
    const isContinued = after?.rootId === thread.id;
    const left = isContinued
      ? thread.replies.filter((reply) => reply.id > (after.replyId ?? ''))
      : thread.replies;
    const shown = takeReplies(left, room, isContinued);
    room -= shown.reduce((sum, reply) => sum + costOf(reply), 0);
    items.push(toCompactThread(thread, shown, view));
    if (shown.length < left.length) {
      return { items, next: { rootId: thread.id, replyId: shown.at(-1)?.id ?? after?.replyId ?? thread.id } };
    }
    last = { rootId: thread.id, replyId: null };
  }
  return { items, next: undefined };
}

/** Ids increase in the order of the list. */
function isShown(thread: CommentOutput, { rootId, replyId }: PagePosition): boolean {
  return thread.id < rootId || (thread.id === rootId && replyId === null);
}

const costOf = ({ body }: CommentOutput) => CHARACTERS_PER_COMMENT + body.length;

function takeReplies(replies: readonly CommentOutput[], room: number, needsOne: boolean): CommentOutput[] {
  const taken: CommentOutput[] = [];
  let left = room;
  for (const reply of replies) {
    if (costOf(reply) > left && !(needsOne && taken.length === 0)) break;
    left -= costOf(reply);
    taken.push(reply);
  }
  return taken;
}

function toCompactThread(thread: CommentOutput, replies: readonly CommentOutput[], view: CompactView) {
  const { block_id, block_missing, resolved_at, resolved_by_name } = thread;
  const isResolved = resolved_at !== null && resolved_by_name !== null;
  return {
    ...toCompactComment(thread, view),
    ...(block_id !== null && { block_id: view.names?.get(block_id) ?? block_id }),
    ...(block_missing && { block_missing }),
    ...(isResolved && { resolved: true, resolved_by_name }),
    ...(replies.length > 0 && { replies: replies.map((reply) => toCompactComment(reply, view)) }),
  };
}

function toCompactComment(comment: CommentOutput, { reader }: CompactView) {
  const { id, body, author_name, author_type, author_identifier, created_at, updated_at } = comment;
  return {
    id,
    body,
    author_name,
    author_type,
    ...(author_identifier === reader && { mine: true }),
    created_at,
    ...(updated_at !== created_at && { updated_at }),
  };
}

const Status = Type.Union([Type.Literal('all'), Type.Literal('open'), Type.Literal('resolved')], {
  default: 'all',
  description: 'Only threads that are open, or resolved.',
});

const count = (description: string) => Type.Integer({ description });

export const listComments = defineOperation({
  name: 'listComments',
  summary: 'List the comment threads of a template, each with its replies, the oldest first',
  scope: 'tenant',
  effect: 'read',
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
    next_cursor: nullable(Type.String(), 'null unless compact.'),
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
    const after = cursor === undefined ? undefined : decodePosition(deps.urlSigningKey, audience, cursor);
    const view = { names, reader: identifyActor(scope.actor) };
    const page = toCompactPage(isWhole ? items : items.filter(isWanted), view, after);
    const next =
      page.next && encodeCursor(deps.urlSigningKey, audience, [page.next.rootId, page.next.replyId ?? '']);
    return { ...totals, items: page.items, next_cursor: next ?? null };
  },
});

function fitsStatus({ resolved_at }: CommentOutput, status: 'all' | 'open' | 'resolved'): boolean {
  return status === 'all' || (resolved_at === null) === (status === 'open');
}

/** Whether a thread is about a block, given by its id or the short form that agents see. */
function isAbout(
  { block_id }: CommentOutput,
  name: string,
  names: ReadonlyMap<string, string> | undefined,
): boolean {
  return block_id !== null && (block_id === name || names?.get(block_id) === name.toLowerCase());
}

function decodePosition(key: Uint8Array, audience: string, cursor: string): PagePosition {
  const [rootId, replyId] = decodeCursor(key, audience, cursor);
  return { rootId: String(rootId), replyId: replyId === '' ? null : String(replyId) };
}
