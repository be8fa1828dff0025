import { afterAll, afterEach, beforeAll, setDefaultTimeout } from 'bun:test';
import { GUARD_MS } from '../binary/support.ts';
import { type Desk, type OpenOptions, openStudio, type Studio } from './studio.ts';

/** A small template with a title `head` and a paragraph `text`. */
export const CONTENT = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'text', type: 'paragraph', content: '<p>Hello you</p>' },
  ],
};

/** A studio for the tests of a `describe`, whose desks are cleared after each. */
export interface Desks {
  studio: Studio;
  open(options?: OpenOptions): Promise<Desk>;
  /** Somebody leaves before the test is over. */
  leave(desk: Desk): Promise<void>;
  /** Makes a template as a program would; resolves to its id. */
  makeTemplate(content?: object): Promise<string>;
}

export function useDesks(): Desks {
  setDefaultTimeout(GUARD_MS);
  const open = new Set<Desk>();
  const desks = {
    async open(options = {}) {
      const desk = await desks.studio.open(options);
      open.add(desk);
      return desk;
    },
    async leave(desk) {
      open.delete(desk);
      await desk.close();
    },
    async makeTemplate(content = CONTENT) {
      const { body } = await desks.studio.tenant.call('POST', '/templates', { body: { content } });
      return body.data.id as string;
    },
  } as Desks;
  beforeAll(async () => {
    desks.studio = await openStudio();
  });
  afterEach(async () => {
    for (const desk of open) await desks.leave(desk);
  });
  afterAll(() => desks.studio?.stop());
  return desks;
}
