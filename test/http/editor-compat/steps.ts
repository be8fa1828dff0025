import { drawPng } from '../../features/media/library.ts';
import type { Answer } from '../../support/test-app.ts';
import type { Both, Page } from './editors.ts';
import type * as shapes from './shapes.ts';

export type Ids = Record<string, string>;

/** What editors do, with the answer to look at; `ids`: of what steps before have made. */
export interface Step {
  what: string;
  /** The answer’s `data.id` gets this name. */
  as?: string;
  send(page: Page, ids: Ids): Promise<Answer>;
  shape?: shapes.Shapes;
}

export const json =
  (method: string, path: string, body?: Both<object>) =>
  (page: Page, ids: Ids): Promise<Answer> => {
    const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `{${name}}`);
    const own = body && JSON.parse(fill(JSON.stringify(body[page.generation])));
    return page.request(method, fill(path), own);
  };

/** The same with the fields of the signed user. */
export const signed =
  (method: string, path: string, body: Both<object> = { old: {}, today: {} }) =>
  (page: Page, ids: Ids) => {
    const user = page.user;
    return json(method, path, { old: { ...body.old, ...user }, today: { ...body.today, ...user } })(
      page,
      ids,
    );
  };

export const upload =
  (path: string, fields: Both<Ids> = { old: {}, today: {} }) =>
  (page: Page, ids: Ids) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields[page.generation])) form.set(name, ids[value] ?? value);
    form.set('file', new File([drawPng(1)], 'picture.png', { type: 'image/png' }));
    return page.request('POST', path.replace('{file}', ids.file ?? ''), form);
  };

export const same = (body: object): Both<object> => ({ old: body, today: body });

/** A question to the AI; the answer is the last event of the stream, with the conversation as its id. */
export const ask =
  (path: string, body: Both<object>) =>
  async (page: Page, ids: Ids): Promise<Answer> => {
    const answer = await json('POST', `/templates/{template}/ai/${path}`, body)(page, ids);
    if (answer.status >= 300) return answer;
    const done = JSON.parse(
      answer.text
        .trim()
        .split('\n\ndata: ')
        .at(-1)
        ?.replace(/^data: /, '') ?? '',
    );
    return { ...answer, body: { ...done, data: { id: done.conversation_id } } };
  };

/** The signature of the recipients, from the token answer of the page. */
export function signatureOf(page: Page): { signature: string } {
  return page.token[page.generation === 'old' ? 'test_email' : 'testEmail'];
}
