// Runs in each page before its own scripts: what the page receives, whether it is in its channel, and edits as the
// editor's own controls make them.

(() => {
  const MARK = /mark\d+x/g;
  const seen = new Set();
  /** Marks that this page has written last, by block; settings have the id `settings`. */
  const written = new Map();
  /** Marks of this page that others have replaced at the same moment, as the service has told it. */
  const replaced = new Set();
  const note = (text) => {
    for (const [mark] of text.matchAll(MARK)) seen.add(mark);
  };
  const sockets = new Set();
  /** The last messages to and from the server, for a report. */
  const frames = [];
  const keep = (direction, text) => {
    frames.push(`${Date.now() % 1_000_000} ${direction} ${text.slice(0, 250)}`);
    if (frames.length > 60) frames.shift();
  };
  function noteReplaced({ blocks }) {
    for (const id of blocks.length > 0 ? blocks : ['settings'])
      for (const mark of written.get(id) ?? []) replaced.add(mark);
  }
  let pending = 0;
  let changedAt = 0;

  window.WebSocket = class extends WebSocket {
    isJoined = false;
    constructor(...args) {
      super(...args);
      sockets.add(this);
      this.addEventListener('close', () => sockets.delete(this));
      this.addEventListener('message', ({ data }) => {
        note(data);
        keep('<', data);
        changedAt = performance.now();
        const { event, data: told } = JSON.parse(data);
        if (event === 'content-replaced') noteReplaced(typeof told === 'string' ? JSON.parse(told) : told);
        if (event === 'pusher_internal:subscription_succeeded') this.isJoined = true;
        if (event === 'pusher:subscription_error') this.isJoined = false;
      });
    }
    send(data) {
      keep('>', data);
      super.send(data);
    }
  };

  const plainFetch = window.fetch;
  window.fetch = async (...args) => {
    pending += 1;
    if (args[1]?.method === 'PUT') keep('PUT', args[1].body);
    try {
      return await plainFetch(...args);
    } finally {
      pending -= 1;
      changedAt = performance.now();
    }
  };

  /** What the editor provides to its components under a symbol of this name. */
  function provided(name) {
    const roots = document.querySelectorAll('#editor, #editor *');
    for (const root of roots) {
      for (let one = root._vnode?.component; one; one = one.subTree?.component) {
        const key = Object.getOwnPropertySymbols(one.provides).find((symbol) => symbol.description === name);
        if (key) return one.provides[key];
      }
    }
    throw new Error(`the editor provides no ${name}`);
  }

  const read = () => JSON.parse(JSON.stringify(galley.editor.getContent()));
  const marksOf = (content) => new Set([...JSON.stringify(content).matchAll(MARK)].map(([mark]) => mark));
  const all = (content) =>
    content.blocks.flatMap((block) => [block, ...(block.type === 'section' ? block.children.flat() : [])]);

  const isOwn = () => galley.editor.shadowRoot !== undefined;

  /** The block at a share (0 to 1) of the list, among those for which `fits`. */
  const choose = (share, fits = () => true) => {
    const fitting = all(read()).filter(fits);
    return fitting[Math.floor(share * fitting.length)];
  };

  const paragraph = (id, mark) => ({
    id,
    type: 'paragraph',
    content: `<p>${mark}</p>`,
    styles: { padding: { top: 10, right: 10, bottom: 10, left: 10 } },
  });
  const isText = ({ type }) => type === 'paragraph' || type === 'title';
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  const actions = {
    /** Selects first, and types when others have had the time to see it, as people do. */
    async type({ share, mark }, editor) {
      const block = choose(share, isText);
      if (!block || editor.isBlockLocked(block.id)) return undefined;
      editor.selectBlock(block.id);
      await pause(150);
      if (editor.state.selectedBlockId !== block.id) return undefined;
      // Mostly people go on with a text, and now and then they write it anew.
      const text = block.content.replace(/<[^>]*>/g, '');
      const content = `<p>${text.length < 60 ? `${text} ` : ''}${mark}</p>`;
      return () => editor.updateBlock(block.id, { content });
    },
    async add({ share, mark, id }, editor) {
      const index = Math.floor(share * (read().blocks.length + 1));
      return () => editor.addBlock(paragraph(id, mark), undefined, undefined, index);
    },
    async addToSection({ share, mark, id }, editor) {
      const section = choose(share, ({ type }) => type === 'section');
      if (!section || editor.isBlockLocked(section.id)) return undefined;
      return () => editor.addBlock(paragraph(id, mark), section.id, Math.floor(share * 2), 0);
    },
    async move({ share, other }, editor) {
      const block = choose(share, ({ type }) => type !== 'section');
      if (!block || editor.isBlockLocked(block.id)) return undefined;
      editor.selectBlock(block.id);
      await pause(150);
      if (editor.state.selectedBlockId !== block.id) return undefined;
      return () => editor.moveBlock(block.id, Math.floor(other * read().blocks.length));
    },
    async remove({ share }, editor) {
      const block = choose(share);
      if (!block || read().blocks.length < 4 || editor.isBlockLocked(block.id)) return undefined;
      editor.selectBlock(block.id);
      await pause(150);
      if (editor.state.selectedBlockId !== block.id) return undefined;
      return () => editor.removeBlock(block.id);
    },
    async settings({ mark }, editor) {
      return () => editor.updateSettings({ preheaderText: mark });
    },
    async select({ share }, editor) {
      const block = choose(share);
      return () => editor.selectBlock(block ? block.id : null);
    },
    async undo() {
      const history = provided('history');
      return history.canUndo.value ? () => history.undo() : undefined;
    },
    async redo() {
      const history = provided('history');
      return history.canRedo.value ? () => history.redo() : undefined;
    },
    async replace({ share, mark }) {
      const content = read();
      const texts = all(content).filter(isText);
      const block = texts[Math.floor(share * texts.length)];
      if (!block) return undefined;
      block.content = `<p>${mark}</p>`;
      return () => galley.editor.setContent(content);
    },
  };

  function noteWritten(mark, content) {
    const places = [...all(content), { id: 'settings', content: content.settings.preheaderText }];
    for (const { id, content: text } of places)
      if (typeof text === 'string' && text.includes(mark))
        written.set(id, [...(written.get(id) ?? []), mark]);
  }

  window.rounds = {
    read,
    provided,
    /** Call it when the template is loaded: notes what the canvas shows from now on. */
    watch() {
      note(JSON.stringify(read()));
      if (isOwn()) return;
      const editor = provided('editor');
      for (const name of [
        'setContent',
        'addBlock',
        'updateBlock',
        'updateSettings',
        'moveBlock',
        'removeBlock',
      ]) {
        const original = editor[name];
        editor[name] = (...args) => {
          original(...args);
          note(JSON.stringify(read()));
          changedAt = performance.now();
        };
      }
    },
    frames: () => frames,
    seen: () => [...seen],
    replaced: () => [...replaced],
    isJoined: () => [...sockets].some((socket) => socket.isJoined && socket.readyState === 1),
    isQuiet: () => pending === 0 && performance.now() - changedAt > 150,
    isDirty: () => (isOwn() ? ownEditor.isDirty() : provided('editor').state.isDirty),
    deselect: () => (isOwn() ? ownEditor.deselect() : provided('editor').selectBlock(null)),
    /** Returns the marks the action has removed from this canvas; undefined if it could not be done. */
    async act(action) {
      const own = isOwn() && { ...actions, ...ownEditor.actions(choose, isText) };
      const edit = await (own ? own[action.kind](action) : actions[action.kind](action, provided('editor')));
      if (edit === undefined) return undefined;
      const before = read();
      edit();
      const after = read();
      noteWritten(action.mark, after);
      note(JSON.stringify(after));
      const left = marksOf(after);
      return [...marksOf(before)].filter((mark) => !left.has(mark));
    },
  };
})();
