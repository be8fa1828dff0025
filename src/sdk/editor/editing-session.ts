import type { SignedUser } from '../auth.ts';
import type { Member } from '../channel.ts';
import type { Api } from '../client.ts';
import { type SdkError, toSdkError } from '../error.ts';
import type { Realtime } from '../realtime.ts';
import type { Content } from './content.ts';
import { TemplateDocument } from './document.ts';
import { apply, type Operation } from './operations.ts';
import { Presence } from './presence.ts';
import { isEqual, Saver, type SaveState, type StartedSave } from './saver.ts';
import { fill, TEXTS } from './texts.ts';

export interface LoadedTemplate {
  id: string;
  name?: string | undefined;
  version: number;
  content: Content;
}

interface EditingOptions {
  api: Api;
  realtime: Realtime;
  template: LoadedTemplate;
  /** Undefined: no collaboration. */
  user: SignedUser | undefined;
  isAutomatic: boolean;
  onContent(isOwn: boolean): void;
  onPeople(): void;
  onComment(): void;
  onState(state: SaveState): void;
  announce(text: string): void;
  /** Shows a message for a while. */
  notify(text: string): void;
  onError(error: SdkError): void;
}

/** One template while it is edited: its content here, the others in the channel, and the stored copy. */
export class EditingSession {
  readonly document: TemplateDocument;
  readonly presence: Presence;
  readonly saver: Saver;
  readonly #options: EditingOptions;
  /** For each open request, the operations since it was sent. Its answer lacks them. */
  readonly #trackers = new Set<Operation[]>();
  #ownChanges = 0;
  readonly #onVisible = () => {
    if (document.visibilityState === 'visible' && !this.presence.isLive) void this.#catchUp();
  };

  constructor(options: EditingOptions) {
    const { template, api, isAutomatic, user } = options;
    this.#options = options;
    this.document = new TemplateDocument(template.content, {
      onChange: (operations, isOwn) => this.#changed(operations, isOwn),
    });
    this.presence = new Presence(user?.id ?? '', {
      onOperation: (operation) => this.document.receive(operation),
      onPeople: () => options.onPeople(),
      onJoined: ({ name }: Member) => options.announce(fill(TEXTS.joined, { name })),
      onLeft: ({ name }: Member) => options.announce(fill(TEXTS.left, { name })),
      onComment: () => options.onComment(),
      onReplaced: (text) => options.notify(text),
    });
    this.saver = new Saver({
      api,
      templateId: template.id,
      version: template.version,
      isAutomatic,
      start: () => this.#startSave(),
      onState: (state) => options.onState(state),
      onError: (error) => options.onError(error),
    });
  }

  /** Joins the others, if the plan has collaboration. */
  start(): void {
    const { user, realtime, template, onError } = this.#options;
    const { document: shown, saver } = this;
    document.addEventListener('visibilitychange', this.#onVisible);
    if (user === undefined) return;
    const take = (content: unknown) => shown.reset(content as Content);
    const join = this.presence.join(realtime, template.id, {
      get version() {
        return saver.version;
      },
      read: () => shown.content,
      take,
    });
    join.catch((fault) => onError(toSdkError(fault)));
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.presence.leave();
    this.saver.close();
  }

  /** Shows what others have stored meanwhile, if there is nothing to save. */
  async #catchUp(): Promise<void> {
    const { api, template, announce } = this.#options;
    if (this.saver.isDirty) return;
    const before = this.#ownChanges;
    const stored = await api
      .getTemplate({ template_id: template.id, if_version: this.saver.version })
      .catch(() => undefined);
    const content = stored?.content as Content | undefined;
    if (stored === undefined || content === undefined || this.presence.isLive) return;
    if (stored.version <= this.saver.version || this.#ownChanges !== before) return;
    this.document.reset(content);
    this.saver.settle(stored.version);
    announce(TEXTS.reloaded);
  }

  /**
   * Shows the content that the service answers. Unsaved changes are lost, except those that are made during the request.
   */
  async takeStored(ask: () => Promise<{ version: number; content?: unknown }>): Promise<void> {
    const since = this.#track();
    const before = this.#ownChanges;
    try {
      const { content, version } = await ask();
      const isChanged = this.#ownChanges !== before;
      this.#adopt(content as Content, since);
      this.saver.settle(version);
      if (isChanged) this.saver.touch();
    } finally {
      this.#trackers.delete(since);
    }
  }

  #startSave(): StartedSave {
    const { announce } = this.#options;
    const { content } = this.document;
    const since = this.#track();
    const live = this.presence.startSave();
    return {
      content,
      tab: live?.tab,
      confirm: ({ content: answered, tab }) => {
        this.#trackers.delete(since);
        live?.confirm(tab);
        // Changes of others that the save was merged with arrive in the channel.
        if (this.presence.isLive || answered === undefined || isEqual(answered, content)) return;
        this.#adopt(answered as Content, since);
        announce(TEXTS.merged);
      },
      fail: () => {
        this.#trackers.delete(since);
        live?.fail();
      },
    };
  }

  #track(): Operation[] {
    const since: Operation[] = [];
    this.#trackers.add(since);
    return since;
  }

  /**
   * Shows a content of the service, and applies the operations since the request again. Others see it too, because the
   * service has to know what is shown here.
   */
  #adopt(answered: Content, since: readonly Operation[]): void {
    const content = since.reduce(apply, answered);
    if (this.presence.isLive) this.document.change([{ operation: 'set_content', data: { content } }]);
    else this.document.reset(content);
  }

  #changed(operations: readonly Operation[], isOwn: boolean): void {
    for (const since of this.#trackers) since.push(...operations);
    if (isOwn) {
      this.#ownChanges += 1;
      for (const operation of operations) this.presence.send(operation);
      this.saver.touch();
    }
    this.#options.onContent(isOwn);
  }
}
