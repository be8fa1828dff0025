// The page of a customer's product: the published editor, mounted by the client that Galley serves.

import { galleyEditor } from 'GALLEY/sdk/editor.js';
import { init, publishedEditor } from 'GALLEY/sdk/galley.js';
import * as published from '/editor/editor.js';

const wishes = Object.fromEntries(new URLSearchParams(location.search));
window.copy = (value) => JSON.parse(JSON.stringify(value));

/** Open connections, for tests to cut. */
window.sockets = [];
/** What was sent and received over them. */
window.frames = [];
window.WebSocket = class extends WebSocket {
  constructor(...options) {
    super(...options);
    sockets.push(this);
    this.addEventListener('message', ({ data }) => frames.push(['down', data]));
  }
  send(text) {
    frames.push(['up', text]);
    super.send(text);
  }
};

/** What happened, for tests to read. */
window.seen = { errors: [], saved: [], comments: [], changes: 0 };

const options = {
  shadowDom: false,
  autoSave: wishes.autosave === 'true',
  commenting: true,
  modules: true,
  collaboration: { enabled: wishes.collaboration !== 'false' },
  onSave: (result) => seen.saved.push(copy(result)),
  onComment: (event) => seen.comments.push(copy(event)),
  onChange: () => {
    seen.changes += 1;
  },
};

/** The editor as it is published, without the repairs of our client. */
const unrepaired = {
  mount: ({ container, auth, onError }) => published.initCloud({ ...options, container, auth, onError }),
};

function chooseEditor() {
  if (wishes.own === 'true') return galleyEditor({ autosave: false });
  return wishes.unrepaired === 'true' ? unrepaired : publishedEditor(published, options);
}

window.ready = init({
  container: '#editor',
  auth: {
    url: '/token',
    requestOptions: {
      body: {
        tenant: 'acme',
        user: { id: wishes.user ?? 'u1', name: wishes.name ?? 'Ada' },
        test_email: { allowed_emails: ['ada@example.com', 'bob@example.com'] },
      },
    },
  },
  onError: (error) => seen.errors.push(`${error.statusCode ?? ''} ${error.message}`.trim()),
  editor: chooseEditor(),
}).then(async (galley) => {
  window.galley = galley;
  const { id } = wishes.template
    ? await galley.editor.load(wishes.template)
    : await galley.editor.create(wishes.content ? JSON.parse(wishes.content) : undefined);
  window.templateId = id;
  return id;
});
