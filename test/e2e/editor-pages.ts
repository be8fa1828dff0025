import { afterAll, afterEach, beforeAll, setDefaultTimeout } from 'bun:test';
import { GUARD_MS } from '../binary/support.ts';
import { type EditorPage, type OpenOptions, openTestProduct, type TestProduct } from './test-product.ts';

/** A small template with a title `head` and a paragraph `text`. */
export const CONTENT = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'text', type: 'paragraph', content: '<p>Hello you</p>' },
  ],
};

/** Whether a page has its channel. */
export const CONNECTED = `document.querySelector('[title="Collaboration disconnected"]') === null`;

/** A product for the tests of a `describe`; its pages are closed after each test. */
interface EditorPages {
  product: TestProduct;
  open(options?: OpenOptions): Promise<EditorPage>;
  /** Opens a page, and waits until it has its channel. */
  openConnected(options?: OpenOptions): Promise<EditorPage>;
  /** Closes a page before the end of the test. */
  leave(editor: EditorPage): Promise<void>;
  /** Creates a template over REST; resolves to its id. */
  createTemplate(content?: object): Promise<string>;
}

export function useEditorPages(): EditorPages {
  setDefaultTimeout(GUARD_MS);
  const open = new Set<EditorPage>();
  const editors = {
    async open(options = {}) {
      const editor = await editors.product.open(options);
      open.add(editor);
      return editor;
    },
    async openConnected(options) {
      const editor = await editors.open(options);
      // Until the editor has been loaded, nothing on the page says that it is disconnected.
      await editor.until(`window.Pusher?.instances.at(-1)?.allChannels()[0]?.subscribed && ${CONNECTED}`);
      return editor;
    },
    async leave(editor) {
      open.delete(editor);
      await editor.close();
    },
    async createTemplate(content = CONTENT) {
      const { body } = await editors.product.tenant.call('POST', '/templates', { body: { content } });
      return body.data.id as string;
    },
  } as EditorPages;
  beforeAll(async () => {
    editors.product = await openTestProduct();
  });
  afterEach(async () => {
    for (const editor of open) await editors.leave(editor);
  });
  afterAll(() => editors.product?.stop());
  return editors;
}
