import type { Api } from '../client.ts';
import type { Realtime } from '../realtime.ts';
import { forPeople } from './message.ts';
import type { CommentChange, CommentsProvider, ProvidedComment } from './types.ts';

type Row = Awaited<ReturnType<Api['createComment']>>;

/** The comments that the page has, by id. Their JSON is compared to find changes. */
type Known = Map<string, { json: string; parentId: string | null }>;

interface CommentsContext {
  api: Api;
  realtime: Realtime;
  mayComment: boolean;
  isLive: boolean;
}

export function createCommentsProvider({
  api,
  realtime,
  mayComment,
  isLive,
}: CommentsContext): CommentsProvider {
  const feed = new CommentFeed(api, realtime);
  const wrote = (templateId: string, row: Row) => feed.note(templateId, toComment(row));
  return {
    list: forPeople((templateId) => feed.list(templateId)),
    create:
      mayComment &&
      forPeople(async (templateId, { body, blockId, parentId }) =>
        wrote(
          templateId,
          await api.createComment({ template_id: templateId, body, block_id: blockId, parent_id: parentId }),
        ),
      ),
    update:
      mayComment &&
      forPeople(async (templateId, commentId, { body = '' }) =>
        wrote(templateId, await api.updateComment({ template_id: templateId, comment_id: commentId, body })),
      ),
    delete:
      mayComment &&
      forPeople(async (templateId, commentId) => {
        await api.deleteComment({ template_id: templateId, comment_id: commentId });
        feed.forget(templateId, commentId);
      }),
    setResolved:
      mayComment &&
      forPeople(async (templateId, commentId, resolved) =>
        wrote(
          templateId,
          await api.resolveComment({ template_id: templateId, comment_id: commentId, resolved }),
        ),
      ),
    ...(isLive && { subscribe: (templateId, onChange) => feed.subscribe(templateId, onChange) }),
  };
}

/**
 * Follows the comments of templates. Events may be missed between the list and the subscription, or during an outage. After
 * each subscription the list is read again, and its differences are passed on as changes.
 */
class CommentFeed {
  readonly #api: Api;
  readonly #realtime: Realtime;
  /** By template; of the list that was requested last. Undefined if that failed. */
  readonly #known = new Map<string, Promise<Known | undefined>>();
  /** Ids of comments that were deleted. The event of a change before that may come later. */
  readonly #deleted = new Set<string>();

  constructor(api: Api, realtime: Realtime) {
    this.#api = api;
    this.#realtime = realtime;
  }

  async list(templateId: string): Promise<ProvidedComment[]> {
    const listing = this.#read(templateId);
    this.#known.set(
      templateId,
      listing.then(toKnown, () => undefined),
    );
    return listing;
  }

  /** Records the page's comments, and returns them. */
  note(templateId: string, comment: ProvidedComment): ProvidedComment {
    void this.#known.get(templateId)?.then((known) => known && addTo(known, comment));
    return comment;
  }

  forget(templateId: string, commentId: string): void {
    this.#deleted.add(commentId);
    void this.#known.get(templateId)?.then((known) => known && removeFrom(known, commentId));
  }

  subscribe(templateId: string, onChange: (change: CommentChange) => void): () => void {
    let isOver = false;
    const tell = (change: CommentChange) => {
      if (isOver || this.#isOutdated(change)) return;
      if (change.type === 'deleted') this.forget(templateId, change.commentId);
      else this.note(templateId, change.comment);
      onChange(change);
    };
    const stop = this.#realtime.follow(templateId, {
      'comment-broadcast': (data) => tell(toChange(data as CommentBroadcast)),
      subscribed: () => void this.#catchUp(templateId, tell).catch(() => {}),
    });
    return () => {
      isOver = true;
      stop();
    };
  }

  #isOutdated(change: CommentChange): boolean {
    if (change.type !== 'updated') return false;
    const { id, parentId } = change.comment;
    return this.#deleted.has(id) || (parentId !== null && this.#deleted.has(parentId));
  }

  async #read(templateId: string): Promise<ProvidedComment[]> {
    const { items } = await this.#api.listComments({ template_id: templateId });
    return items.map(toComment);
  }

  /** Not needed for a page that has no list yet. A failure is already reported, and the next list has the changes. */
  async #catchUp(templateId: string, tell: (change: CommentChange) => void): Promise<void> {
    const listing = this.#known.get(templateId);
    const known = await listing;
    if (known === undefined) return;
    const before = new Map(known);
    const threads = await this.#read(templateId);
    // The page has requested a later list meanwhile.
    if (this.#known.get(templateId) !== listing) return;
    const present = toKnown(threads);
    // Changes that arrived while the list was read are newer than the list.
    const isOld = (id: string) => known.get(id)?.json === before.get(id)?.json;
    for (const [commentId, { parentId }] of before) {
      if (!present.has(commentId) && isOld(commentId)) tell({ type: 'deleted', commentId, parentId });
    }
    for (const comment of threads.flatMap((thread) => [thread, ...(thread.replies ?? [])])) {
      const json = before.get(comment.id)?.json;
      if (json === toJson(comment) || !isOld(comment.id)) continue;
      // Without replies, because the editor keeps those it has. Changed replies are separate changes.
      const { replies: _replies, ...alone } = comment;
      tell(json === undefined ? { type: 'created', comment } : { type: 'updated', comment: alone });
    }
  }
}

/** Without replies, which are compared separately. */
const toJson = ({ replies: _replies, ...comment }: ProvidedComment) => JSON.stringify(comment);

function toKnown(threads: readonly ProvidedComment[]): Known {
  const known: Known = new Map();
  for (const thread of threads) addTo(known, thread);
  return known;
}

function addTo(known: Known, comment: ProvidedComment): void {
  known.set(comment.id, { json: toJson(comment), parentId: comment.parentId });
  for (const reply of comment.replies ?? []) addTo(known, reply);
}

/** The replies to a comment are removed with it. */
function removeFrom(known: Known, commentId: string): void {
  known.delete(commentId);
  for (const [id, { parentId }] of known) if (parentId === commentId) known.delete(id);
}

interface CommentBroadcast {
  action: string;
  comment: Row;
}

function toChange({ action, comment: row }: CommentBroadcast): CommentChange {
  const comment = toComment(row);
  if (action === 'comment_deleted') return { type: 'deleted', commentId: row.id, parentId: comment.parentId };
  return { type: action === 'comment_created' ? 'created' : 'updated', comment };
}

/** The same order of keys always: the editor compares JSON to recognize its own changes. */
function toComment(row: Row): ProvidedComment {
  const { created_at = '', updated_at, resolved_by_identifier, parent_id = null } = row;
  return {
    id: row.id,
    body: row.body ?? '',
    author: { id: row.author_identifier ?? '', name: row.author_name ?? '' },
    createdAt: created_at,
    ...(updated_at !== undefined && updated_at !== created_at && { updatedAt: updated_at }),
    blockId: row.block_id ?? null,
    parentId: parent_id,
    resolvedAt: row.resolved_at ?? null,
    resolvedBy:
      resolved_by_identifier == null
        ? null
        : { id: resolved_by_identifier, name: row.resolved_by_name ?? '' },
    ...(parent_id === null && { replies: (row.replies ?? []).map(toComment) }),
  };
}
