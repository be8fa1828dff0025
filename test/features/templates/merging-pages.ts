import type { TestApp } from '../../support/test-app.ts';

// biome-ignore lint/suspicious/noExplicitAny: blocks of any type
export type Block = Record<string, any>;

export const paragraph = (id: string, text: string): Block => ({
  id,
  type: 'paragraph',
  content: `<p>${text}</p>`,
});

export const texts = (content: { blocks: Block[] }): string =>
  content.blocks.map(({ content: text }) => text.replaceAll(/<\/?p>/g, '')).join(' ');

/** What makes a request one of a page in a browser. */
export const ORIGIN = { origin: 'https://app.example.com' };

let serial = 0;

/** A template with blocks `a`, `b` and `c` in a tenant of its own, and pages of people at it. */
export async function startPages(app: TestApp) {
  serial += 1;
  const place = `merge-${serial}`;
  const program = await app.openTenant(place);
  const blocks = ['a', 'b', 'c'].map((id) => paragraph(id, id));
  const created = await program.request('POST', '/templates', { body: { content: { blocks } } });
  const path = `/templates/${created.body.data.id}`;
  const save = (token: string, changed: Block[], headers: object = ORIGIN, more = {}) =>
    program.request('PUT', path, {
      token,
      body: { content: { blocks: changed }, ...more },
      headers: { ...headers },
    });
  /** `given`: the token of another tab. */
  const open = async (name: string, given?: string) => {
    const session = () => app.exchangeToken(place, { user: { id: name.toLowerCase(), name } });
    let token = given ?? (await session()).token;
    const loaded = await program.request('GET', path, { token });
    const canvas = loaded.body.data.content.blocks as Block[];
    return {
      canvas,
      token: () => token,
      async refresh() {
        ({ token } = await session());
      },
      set(id: string, text: string) {
        for (const block of canvas) if (block.id === id) block.content = `<p>${text}</p>`;
      },
      remove: (id: string) =>
        canvas.splice(
          canvas.findIndex((block) => block.id === id),
          1,
        ),
      save: () => save(token, canvas),
    };
  };
  const stored = async () => (await program.request('GET', path)).body.data;
  const history = async () => (await program.request('GET', `${path}/snapshots`)).body.data as Block[];
  return { program, path, save, open, stored, history, place };
}
