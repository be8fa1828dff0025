import type { Api } from '../client.ts';
import { toSdkError } from '../error.ts';
import { button, debounce, make } from './dom.ts';
import { fill, TEXTS } from './texts.ts';

type Thread = Awaited<ReturnType<Api['listComments']>>['items'][number];
type Comment = Omit<Thread, 'replies'>;

/** What panels of a template need. */
export interface PanelHost {
  api: Api;
  templateId: string;
  isReadOnly: boolean;
  onError(message: string): void;
  announce(text: string): void;
}

interface CommentsOptions extends PanelHost {
  readSelected(): string | undefined;
  hasBlock(blockId: string): boolean;
  onShowBlock(blockId: string): void;
  /** The counts of blocks have changed. */
  onChange(): void;
  /** A comment was stored. `broadcast`: the message that the service sends to other pages. */
  onWritten(broadcast: { action: string; comment: unknown }): void;
}

/** The comments of a template: threads with replies. Names and texts are shown as text, never as markup. */
export class CommentsPanel {
  readonly element: HTMLElement;
  readonly reload: { (): void; cancel(): void };
  readonly #options: CommentsOptions;
  readonly #list = make('div', { className: 'threads' });
  readonly #text = make('textarea', {
    rows: 3,
    maxLength: 10_000,
    'aria-label': TEXTS.newComment,
    placeholder: TEXTS.newComment,
  });
  readonly #about = make('select', { 'aria-label': TEXTS.newComment });
  readonly #resolved = make('input', { type: 'checkbox' });
  #threads: Thread[] = [];
  /** Unsent replies by thread. They survive changes of the list. */
  readonly #drafts = new Map<string, string>();

  constructor(options: CommentsOptions) {
    this.#options = options;
    this.reload = debounce(() => void this.load(), 150);
    this.#resolved.addEventListener('change', () => this.#draw());
    const form = make(
      'form',
      { className: 'new-comment', hidden: options.isReadOnly },
      this.#text,
      make(
        'div',
        { className: 'control' },
        this.#about,
        make('button', { type: 'submit', className: 'primary' }, TEXTS.send),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#create();
    });
    const filter = make('label', { className: 'check' }, this.#resolved, TEXTS.showResolved);
    this.element = make('div', { className: 'comments' }, form, filter, this.#list);
    this.showSelection();
  }

  /** Open threads of a block. */
  countOpen(blockId: string): number {
    return this.#threads.filter((thread) => thread.block_id === blockId && !thread.resolved_at).length;
  }

  /** Offers the selected block as the subject of a new comment. */
  showSelection(): void {
    const isSelected = this.#options.readSelected() !== undefined;
    // The person's choice stays while others change the mail.
    if (this.#about.options.length === (isSelected ? 2 : 1)) return;
    const options = [
      ...(isSelected ? [make('option', { value: 'block' }, TEXTS.aboutBlock)] : []),
      make('option', { value: '' }, TEXTS.aboutMail),
    ];
    this.#about.replaceChildren(...options);
  }

  focus(): void {
    this.#text.focus();
  }

  async load(): Promise<void> {
    await this.#try(async () => {
      const { items } = await this.#options.api.listComments({ template_id: this.#options.templateId });
      this.#threads = items;
      this.#draw();
      this.#options.onChange();
    });
  }

  async #create(): Promise<void> {
    const body = this.#text.value.trim();
    if (body === '') return this.#text.focus();
    const selected = this.#about.value === 'block' ? this.#options.readSelected() : undefined;
    await this.#try(async () => {
      await this.#send({ body, ...(selected !== undefined && { block_id: selected }) });
      this.#text.value = '';
    });
  }

  async #send(comment: { body: string; block_id?: string; parent_id?: string }): Promise<void> {
    const { api, templateId, announce, onWritten } = this.#options;
    const written = await api.createComment({ template_id: templateId, ...comment });
    onWritten({ action: 'comment_created', comment: written });
    announce(TEXTS.commentSent);
    if (comment.parent_id !== undefined) this.#drafts.delete(draftOf(comment.parent_id));
    await this.load();
  }

  async #try(work: () => Promise<void>): Promise<void> {
    await work().catch((fault) => this.#options.onError(toSdkError(fault).message));
  }

  #draw(): void {
    const shown = this.#threads.filter((thread) => this.#resolved.checked || !thread.resolved_at);
    const focused = (this.element.getRootNode() as ShadowRoot).activeElement;
    const name = focused && this.#list.contains(focused) ? focused.getAttribute('data-focus') : null;
    const none = make('p', { className: 'hint' }, TEXTS.noComments);
    this.#list.replaceChildren(
      ...(shown.length > 0 ? shown.map((thread) => this.#makeThread(thread)) : [none]),
    );
    if (name !== null) this.#list.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`)?.focus();
  }

  #makeThread(thread: Thread): HTMLElement {
    const { hasBlock, onShowBlock, isReadOnly } = this.#options;
    const blockId = thread.block_id;
    const isGone = blockId !== null && blockId !== undefined && !hasBlock(blockId);
    const about =
      blockId && !isGone && button(TEXTS.showBlock, () => onShowBlock(blockId), { className: 'quiet' });
    const label = thread.resolved_at ? TEXTS.reopen : TEXTS.resolve;
    const resolve =
      !isReadOnly &&
      button(label, () => void this.#resolve(thread), {
        className: 'quiet',
        'data-focus': `resolve-${thread.id}`,
      });
    const state =
      Boolean(thread.resolved_at) && fill(TEXTS.resolvedBy, { name: thread.resolved_by_name ?? '' });
    return make(
      'article',
      { className: thread.resolved_at ? 'thread resolved' : 'thread', 'aria-label': thread.author_name },
      makeComment(thread),
      ...(thread.replies ?? []).map(makeComment),
      state && make('p', { className: 'hint' }, state),
      isGone && make('p', { className: 'hint' }, TEXTS.blockMissing),
      make('div', { className: 'control' }, about || undefined, resolve),
      !isReadOnly && this.#makeReply(thread),
    );
  }

  #makeReply(thread: Thread): HTMLElement {
    const key = draftOf(thread.id);
    const input = make('input', {
      type: 'text',
      maxLength: 10_000,
      placeholder: TEXTS.reply,
      'aria-label': `${TEXTS.reply}: ${thread.author_name ?? ''}`,
      'data-focus': key,
      value: this.#drafts.get(key) ?? '',
    });
    input.addEventListener('input', () => this.#drafts.set(key, input.value));
    const form = make(
      'form',
      { className: 'control' },
      input,
      make('button', { type: 'submit' }, TEXTS.send),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const body = input.value.trim();
      if (body === '') return;
      void this.#try(() => this.#send({ body, parent_id: thread.id }));
    });
    return form;
  }

  async #resolve(thread: Thread): Promise<void> {
    const { api, templateId, onWritten } = this.#options;
    const resolved = !thread.resolved_at;
    await this.#try(async () => {
      const comment = await api.resolveComment({ template_id: templateId, comment_id: thread.id, resolved });
      onWritten({ action: resolved ? 'comment_resolved' : 'comment_unresolved', comment });
      await this.load();
    });
  }
}

const draftOf = (threadId: string) => `reply-${threadId}`;

function makeComment({
  author_name = '',
  body = '',
  created_at = '',
  updated_at = '',
}: Comment): HTMLElement {
  const edited = created_at !== updated_at ? ` · ${TEXTS.edited}` : '';
  return make(
    'div',
    { className: 'comment' },
    make('p', { className: 'who' }, make('strong', {}, author_name), ` ${showDate(created_at)}${edited}`),
    make('p', { className: 'body' }, body),
  );
}

/** `timeStyle`: `medium` has seconds. */
export function showDate(iso: string, timeStyle: 'short' | 'medium' = 'short'): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle });
}
