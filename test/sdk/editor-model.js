// A model of the editor that init() mounts: which provider methods it calls, when, and what it does with the answers.
// Written from the description of the interface (0.39), because no such editor can be installed here.

const copy = (value) => JSON.parse(JSON.stringify(value));

/** Methods by provider: `always` must be functions, `change` functions or false. */
const METHODS = {
  templates: { always: ['load'], change: ['create', 'save'] },
  versionHistory: { always: ['list', 'get'], change: ['create', 'restore'] },
  comments: { always: ['list'], change: ['create', 'update', 'delete', 'setResolved'] },
  savedBlocks: { always: ['list'], change: ['create', 'update', 'delete'] },
  testEmail: { always: ['send'], change: [] },
  render: { always: [], change: [] },
  media: {
    always: ['list'],
    change: [
      ...['create', 'update', 'delete', 'replace'],
      ...['importFromUrl', 'checkUsage', 'frequentlyUsed', 'storage'],
    ],
  },
};
const FOLDER_METHODS = { always: ['list'], change: ['create', 'update', 'delete', 'move'] };

function check(name, provider, { always, change }) {
  for (const method of always) {
    if (typeof provider[method] !== 'function') throw new TypeError(`${name}.${method} must be a function`);
  }
  for (const method of change) {
    if (provider[method] !== false && typeof provider[method] !== 'function')
      throw new TypeError(`${name}.${method} must be a function or false`);
  }
}

/** Which controls there are: a method that is false has none. */
function controlsOf(config) {
  return Object.entries(METHODS).flatMap(([name, { always, change }]) => {
    const provider = config[name];
    if (provider === undefined) return [];
    check(name, provider, METHODS[name]);
    const shown = [...always, ...change].filter((method) => provider[method] !== false);
    if (name !== 'media' || provider.folders === false) return shown.map((method) => `${name}.${method}`);
    check('media.folders', provider.folders, FOLDER_METHODS);
    const folders = [...FOLDER_METHODS.always, ...FOLDER_METHODS.change];
    const ofFolders = folders.filter((method) => provider.folders[method] !== false);
    return [
      ...shown.map((method) => `media.${method}`),
      ...ofFolders.map((method) => `media.folders.${method}`),
    ];
  });
}

const requireDate = (text) => {
  if (typeof text !== 'string' || new Date(text).toISOString() !== text)
    throw new TypeError(`no ISO date: ${text}`);
};

export class EditorModel {
  constructor(config) {
    this.config = config;
    this.controls = controlsOf(config);
    // Comments need a user.
    this.hasComments = config.comments !== undefined && config.user !== undefined;
    this.errors = [];
    this.status = '';
    this.isDirty = false;
    this.threads = [];
    this.commentEvents = [];
  }

  /** A rejection reaches `onError` and the caller with the same error. A method that is false rejects. */
  async call(method, ...args) {
    if (typeof method !== 'function') throw new TypeError('this control does not exist');
    try {
      return await method(...args);
    } catch (error) {
      this.errors.push(error.message);
      throw error;
    }
  }

  getContent() {
    return copy(this.canvas);
  }

  /** By the page: it counts as an edit. */
  setContent(content) {
    this.edit(() => {
      this.canvas = copy(content);
    });
  }

  edit(change) {
    change(this.canvas);
    this.isDirty = true;
    this.edits = (this.edits ?? 0) + 1;
  }

  setText(id, text) {
    this.edit(({ blocks }) => {
      blocks.find((block) => block.id === id).content = `<p>${text}</p>`;
    });
  }

  async load(id) {
    const template = await this.call(this.config.templates.load, id);
    this.setContent(template.content);
    await this.attach(template);
    return copy(template);
  }

  /** The canvas stays as it is. */
  async create(input) {
    const template = await this.call(this.config.templates.create, { content: this.canvas, ...input });
    this.canvas ??= copy(template.content);
    if (input?.content) this.setContent(template.content);
    await this.attach(template);
    return copy(template);
  }

  async attach(template) {
    requireDate(template.createdAt);
    requireDate(template.updatedAt);
    this.template = { ...template };
    this.isDirty = false;
    this.unsubscribe?.();
    if (!this.hasComments) return;
    const { comments } = this.config;
    this.unsubscribe = comments.subscribe?.(template.id, (change) => this.applyComment(copy(change)));
    await this.openComments();
  }

  /** One save at a time. The answer becomes the template, but its content does not go on the canvas. */
  async save() {
    while (this.saving) await this.saving.catch(() => {});
    const { id, name } = this.template;
    const edits = this.edits;
    const patch = { content: this.getContent(), ...(name !== undefined && { name }) };
    this.saving = this.call(this.config.templates.save, id, patch);
    try {
      const { content: _content, ...stored } = await this.saving;
      Object.assign(this.template, stored);
      if (this.edits === edits) this.isDirty = false;
      this.status = 'saved';
      return copy(stored);
    } catch (error) {
      this.status = error.message;
      throw error;
    } finally {
      this.saving = undefined;
    }
  }

  rename(name) {
    this.template.name = name;
    return this.save();
  }

  async openHistory() {
    const { versions, nextCursor } = await this.call(this.config.versionHistory.list, this.template.id);
    for (const version of versions) requireDate(version.createdAt);
    return copy({ versions, nextCursor });
  }

  async preview(versionId) {
    return copy(await this.call(this.config.versionHistory.get, this.template.id, versionId));
  }

  async restore(versionId) {
    if (this.isDirty) await this.save();
    const template = await this.call(this.config.versionHistory.restore, this.template.id, versionId);
    this.setContent(template.content);
    this.template = { ...template };
    return copy(template);
  }

  async openComments() {
    this.threads = copy(await this.call(this.config.comments.list, this.template.id));
  }

  /** A comment that equals the known one as JSON is no event. Roots without replies keep theirs. */
  applyComment(change, origin = 'remote') {
    const tell = (name) => this.commentEvents.push(`${origin} ${name}`);
    if (change.type === 'deleted') {
      const isOther = ({ id }) => id !== change.commentId;
      const count = this.countComments();
      this.threads = this.threads.filter(isOther);
      for (const thread of this.threads) thread.replies = thread.replies.filter(isOther);
      if (this.countComments() !== count) tell('deleted');
      return;
    }
    const { comment } = change;
    const list = comment.parentId
      ? this.threads.find(({ id }) => id === comment.parentId)?.replies
      : this.threads;
    if (list === undefined) return;
    const index = list.findIndex(({ id }) => id === comment.id);
    if (index === -1) {
      list.push(comment.parentId ? comment : { replies: [], ...comment });
      tell('created');
    } else {
      const known = list[index];
      const next = comment.parentId ? comment : { ...comment, replies: comment.replies ?? known.replies };
      if (JSON.stringify(known) === JSON.stringify(next)) return;
      list[index] = next;
      if (known.resolvedAt !== next.resolvedAt) tell(next.resolvedAt ? 'resolved' : 'unresolved');
      else tell('updated');
    }
  }

  countComments() {
    return this.threads.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
  }

  async changeComment(method, type, ...args) {
    const comment = copy(await this.call(this.config.comments[method], this.template.id, ...args));
    requireDate(comment.createdAt);
    this.applyComment({ type, comment }, 'local');
    return comment;
  }

  comment(input) {
    return this.changeComment('create', 'created', input);
  }

  editComment(id, body) {
    return this.changeComment('update', 'updated', id, { body });
  }

  resolve(id, resolved) {
    return this.changeComment('setResolved', 'updated', id, resolved);
  }

  async deleteComment(id) {
    await this.call(this.config.comments.delete, this.template.id, id);
    this.applyComment({ type: 'deleted', commentId: id }, 'local');
  }

  /** Of the comments, those whose author may edit them. */
  ownComments() {
    const all = this.threads.flatMap((thread) => [thread, ...thread.replies]);
    return all.filter(({ author }) => author.id === this.config.user.id).map(({ body }) => body);
  }

  /** One allowed recipient is fixed, several are a choice. The editor repeats the list, which the store must not trust. */
  sendTest(recipient = this.config.testEmail.allowedRecipients[0]) {
    const { allowedRecipients } = this.config.testEmail;
    return this.call(this.config.testEmail.send, {
      recipient,
      content: this.getContent(),
      allowedRecipients,
    });
  }

  async toHtml(fonts) {
    const { toHtml, toMjml, compileMjml } = this.config.render;
    const payload = { content: this.getContent(), ...(fonts && { fonts }) };
    if (toHtml) return this.call(toHtml, payload);
    return this.call(compileMjml, await this.call(toMjml, payload));
  }

  toMjml(fonts) {
    return this.call(this.config.render.toMjml, { content: this.getContent(), ...(fonts && { fonts }) });
  }

  /** A form that is opened checks kind and size itself. */
  async drop(file, more = {}) {
    const { mimeTypes, maxFileSize, create } = this.config.media;
    if (!Object.values(mimeTypes).flat().includes(file.type))
      throw new TypeError('this kind is not accepted');
    if (file.size > maxFileSize) throw new TypeError('the file is too large');
    return this.requireAsset(await this.call(create, { file, templateId: this.template?.id, ...more }));
  }

  requireAsset(asset) {
    requireDate(asset.createdAt);
    if (Object.values(asset).includes(undefined)) throw new TypeError('absent fields must not be there');
    return copy(asset);
  }

  /** What goes into a block. Possible only for a kind that the block accepts. */
  pick(asset, kind = 'images') {
    if (!this.config.media.mimeTypes[kind].includes(asset.mimeType)) throw new TypeError('cannot be picked');
    return { url: asset.url, ...(asset.alt && { alt: asset.alt }) };
  }

  /** The picture is cropped in the browser. */
  async crop(id, file, patch) {
    await this.call(this.config.media.replace, id, file);
    return this.requireAsset(await this.call(this.config.media.update, id, patch));
  }

  async remove(ids) {
    const usage = await this.call(this.config.media.checkUsage, ids);
    await this.call(this.config.media.delete, ids);
    return copy(usage);
  }
}
