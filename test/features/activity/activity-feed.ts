import { tenant } from '../comments/commented-template.ts';

/** A change as the feed tells of it. */
export interface Item {
  id: number;
  at: string;
  type: string;
  actor: { kind: string; id: string; name: string };
  surface: string;
  template_id: string | null;
  subject_id: string | null;
  version: number | null;
  summary: string | null;
}
export const feed = async (
  path = '/activity',
  by: Pick<typeof tenant, 'request'> = tenant,
): Promise<Item[]> => {
  const answer = await by.request('GET', path);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
export const typesOf = async (path = '/activity') => (await feed(path)).map((item) => item.type);
