import type { TenantClient } from './client.ts';
import type { Lab } from './lab.ts';

/** What the server has acknowledged about a template. */
export interface KnownTemplate {
  owner: TenantClient;
  /** Text that the content must have. */
  mark: string;
  version: number;
  /** Marks of changes without an answer: the last of them may have been made. */
  unanswered: string[];
  comments: Set<string>;
  isDeleted: boolean;
  /** A deletion without an answer. */
  mayBeDeleted: boolean;
}

/** All acknowledged writes, to be compared with what is stored. */
export class Ledger {
  readonly templates = new Map<string, KnownTemplate>();
  readonly files = new Map<string, { owner: TenantClient; url: string; hash: string | undefined }>();
  acknowledged = 0;
  lost = 0;

  constructor(private readonly lab: Lab) {}

  created(owner: TenantClient, id: string, version: number, mark: string): KnownTemplate {
    this.acknowledged += 1;
    const known = {
      owner,
      mark,
      version,
      unanswered: [],
      comments: new Set<string>(),
      isDeleted: false,
      mayBeDeleted: false,
    };
    this.templates.set(id, known);
    return known;
  }

  changed(known: KnownTemplate, version: number, mark: string): void {
    this.acknowledged += 1;
    Object.assign(known, { version, mark, unanswered: [] });
  }

  /** Compares a template with what was acknowledged. */
  async checkTemplate(id: string): Promise<void> {
    const known = this.templates.get(id) as KnownTemplate;
    const { owner } = known;
    const reply = await owner.call('check template', 'GET', `/templates/${id}`, { allow: [404] });
    if (reply.kind !== 'answer') return;
    const { status, body, text } = reply.answer;
    if (status === 404) {
      if (!known.isDeleted && !known.mayBeDeleted) this.#lose(`template ${id} of ${owner.slug} is gone`);
      known.isDeleted = true;
      return;
    }
    if (known.isDeleted) return this.#lose(`the deletion of template ${id} was undone`);
    known.mayBeDeleted = false;
    const { version } = body.data;
    const mark = [known.mark, ...known.unanswered].findLast((one) => text.includes(`"${one}"`));
    const isChanged = mark !== known.mark;
    if (mark === undefined || version < known.version || (!isChanged && version !== known.version))
      return this.#lose(`template ${id}: version ${version} instead of ${known.version}, mark ${known.mark}`);
    Object.assign(known, { mark, version, unanswered: [] });
    await this.#checkComments(id, known);
  }

  async checkFile(id: string): Promise<void> {
    const file = this.files.get(id);
    if (file === undefined) return;
    await this.lab.whenUp();
    const { epoch } = this.lab;
    try {
      const response = await fetch(file.url);
      const hash = new Bun.CryptoHasher('sha256').update(await response.bytes()).digest('hex');
      if (response.status !== 200) this.#lose(`file ${id}: ${response.status}`);
      else if (file.hash !== undefined && file.hash !== hash) this.#lose(`file ${id} has other bytes`);
      file.hash = hash;
      this.lab.count('check file', 'ok');
    } catch (error) {
      if (this.lab.isUp && this.lab.epoch === epoch) this.lab.fail(`file ${id}: ${error}`);
    }
  }

  /** Compares everything, with a few requests at once. */
  async checkAll(): Promise<void> {
    const queue = [
      ...[...this.templates.keys()].map((id) => () => this.checkTemplate(id)),
      ...[...this.files.keys()].map((id) => () => this.checkFile(id)),
    ];
    const work = async () => {
      for (let job = queue.pop(); job !== undefined; job = queue.pop()) await job();
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }

  async #checkComments(id: string, known: KnownTemplate): Promise<void> {
    if (known.comments.size === 0) return;
    const reply = await known.owner.call('check comments', 'GET', `/templates/${id}/comments`);
    if (reply.kind !== 'answer') return;
    const missing = [...known.comments].filter((comment) => !reply.answer.text.includes(comment));
    if (missing.length > 0) this.#lose(`${missing.length} comments of template ${id} are gone`);
  }

  #lose(what: string): void {
    this.lost += 1;
    this.lab.fail(`LOST: ${what}`);
  }
}
