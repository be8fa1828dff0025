import type { Api } from '../api.generated.ts';
import type { SignedUser } from '../auth.ts';
import type { Member } from '../channel.ts';
import { type SdkError, toSdkError } from '../error.ts';
import type { Realtime } from '../realtime.ts';
import type { Content } from './content.ts';
import { TemplateDocument } from './document.ts';
import { apply, type Operation } from './operations.ts';
import { Room } from './room.ts';
import { isEqual, Saver, type SaveState } from './saver.ts';
import { fill, TEXTS } from './texts.ts';

export interface LoadedTemplate {
  id: string;
  name?: string | undefined;
  version: number;
  content: Content;
}

export interface EditingOptions {
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
  onError(error: SdkError): void;
}

/** One template while it is edited: its content here, the others in the channel, and the stored copy. */
export class EditingSession {
  readonly document: TemplateDocument;
  readonly room: Room;
  readonly saver: Saver;
  readonly #options: EditingOptions;
  /** For each open request, the operations since it was sent. Its answer lacks them. */
  readonly #trackers = new Set<Operation[]>();
  /** The operations since the content was last sent. */
  #sinceSave: Operation[] = [];
  #ownChanges = 0;
  readonly #onVisible = () => {
    if (document.visibilityState === 'visible') void this.catchUp();
  };

  constructor(options: EditingOptions) {
    const { template, api, isAutomatic, user } = options;
    this.#options = options;
    this.document = new TemplateDocument(template.content, {
      onChange: (operations, isOwn) => this.#changed(operations, isOwn),
    });
    this.room = new Room(user?.id ?? '', {
      onOperation: (operation) => this.document.receive(operation),
      onPeople: () => options.onPeople(),
      onJoined: ({ name }: Member) => options.announce(fill(TEXTS.joined, { name })),
      onLeft: ({ name }: Member) => options.announce(fill(TEXTS.left, { name })),
      onComment: () => options.onComment(),
      onOutdated: () => void this.catchUp(),
    });
    this.saver = new Saver({
      api,
      templateId: template.id,
      version: template.version,
      isAutomatic,
      isLive: user !== undefined,
      readContent: () => {
        this.#trackers.delete(this.#sinceSave);
        this.#sinceSave = this.#track();
        return this.document.content;
      },
      onMerged: (answered) => {
        this.#adopt(answered, this.#sinceSave);
        this.room.tellContentTaken();
        options.announce(TEXTS.merged);
      },
      onState: (state) => options.onState(state),
      onError: (error) => options.onError(error),
    });
  }

  /** Joins the others, if the plan has collaboration. */
  start(): void {
    const { user, realtime, template, onError } = this.#options;
    document.addEventListener('visibilitychange', this.#onVisible);
    if (user !== undefined)
      this.room.join(realtime, template.id).catch((fault) => onError(toSdkError(fault)));
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.room.leave();
    this.saver.close();
  }

  /**
   * Brings the page up to date if the service has another version. A page with unsaved changes saves them instead, and the
   * service merges: it would take an answered content as the base of the next save.
   */
  async catchUp(): Promise<void> {
    const { api, template, announce, isAutomatic } = this.#options;
    if (this.saver.isDirty) {
      if (isAutomatic) await this.saver.save();
      return;
    }
    const since = this.#track();
    const stored = await api
      .getTemplate({ template_id: template.id, if_version: this.saver.version })
      .catch(() => undefined);
    this.#trackers.delete(since);
    const content = stored?.content as Content | undefined;
    if (stored === undefined || content === undefined || stored.version <= this.saver.version) return;
    const isNew = !isEqual(content, this.document.content);
    if (isNew) this.#adopt(content, since);
    // A change may have been made while the service answered.
    if (this.saver.isDirty) this.saver.version = stored.version;
    else this.saver.settle(stored.version);
    if (isNew) announce(TEXTS.reloaded);
  }

  /**
   * Shows the content that the service answers. Unsaved changes are lost, except those that are made during the request.
   */
  async takeStored(ask: () => Promise<{ version: number; content?: unknown }>): Promise<void> {
    const since = this.#track();
    const before = this.#ownChanges;
    try {
      const { content, version } = await ask();
      this.#trackers.delete(since);
      this.#adopt(content as Content, since);
      this.saver.settle(version);
      this.room.tellContentTaken();
      if (this.#ownChanges !== before) this.saver.touch();
    } finally {
      this.#trackers.delete(since);
    }
  }

  #track(): Operation[] {
    const since: Operation[] = [];
    this.#trackers.add(since);
    return since;
  }

  /** Shows a content of the service, and applies the operations since the request again. */
  #adopt(answered: Content, since: readonly Operation[]): void {
    const trackers = [...this.#trackers];
    // The reset is no change of a person, so other requests must not apply it again.
    this.#trackers.clear();
    this.document.reset(since.reduce(apply, answered));
    for (const tracker of trackers) this.#trackers.add(tracker);
  }

  #changed(operations: readonly Operation[], isOwn: boolean): void {
    for (const since of this.#trackers) since.push(...operations);
    if (isOwn) {
      this.#ownChanges += 1;
      for (const operation of operations) this.room.send(operation);
      this.saver.touch();
    }
    this.#options.onContent(isOwn);
  }
}
