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
  /** Operations since the content was sent last: the answer of the service does not have them. */
  #unsent: Operation[] = [];
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
      onReturn: () => void this.catchUp(),
    });
    this.saver = new Saver({
      api,
      templateId: template.id,
      version: template.version,
      isAutomatic,
      readContent: () => {
        this.#unsent = [];
        return this.document.content;
      },
      onMerged: (answered) => {
        this.#adopt(answered);
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

  /** Brings the page up to date if the service has another version. Own changes are saved, and merged by the service. */
  async catchUp(): Promise<void> {
    const { api, template, announce } = this.#options;
    const stored = await api
      .getTemplate({ template_id: template.id, if_version: this.saver.version })
      .catch(() => undefined);
    if (stored === undefined || stored.unchanged || stored.version <= this.saver.version) return;
    if (this.saver.isDirty) {
      if (this.#options.isAutomatic) await this.saver.save();
      return;
    }
    const content = stored.content as Content | undefined;
    if (content === undefined) return;
    const isNew = !isEqual(content, this.document.content);
    if (isNew) this.document.reset(content);
    this.saver.settle(stored.version);
    if (isNew) announce(TEXTS.reloaded);
  }

  /** Takes the stored content, and gives up what is not saved here. */
  async takeStored(): Promise<void> {
    const { api, template, onError } = this.#options;
    try {
      const stored = await api.getTemplate({ template_id: template.id });
      this.replace(stored.content as unknown as Content, stored.version);
    } catch (fault) {
      onError(toSdkError(fault));
    }
  }

  /** Shows a content that the service has stored. */
  replace(content: Content, version: number): void {
    this.document.reset(content);
    this.saver.settle(version);
  }

  /** Takes the content that the service has stored, and does again what has happened since it was sent. */
  #adopt(answered: Content): void {
    const since = this.#unsent;
    this.document.reset(since.reduce(apply, answered));
    this.#unsent = since;
  }

  #changed(operations: readonly Operation[], isOwn: boolean): void {
    this.#unsent.push(...operations);
    if (isOwn) {
      for (const operation of operations) this.room.send(operation);
      this.saver.touch();
    }
    this.#options.onContent(isOwn);
  }
}
