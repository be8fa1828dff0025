import { sampleContent } from '../mail/model/sample-content.ts';
import type { TenantClient } from './client.ts';
import type { Ledger } from './ledger.ts';

/** Kinds of load. Each runs until the soak is over, and survives that the server is killed. */
export type Actor = (client: TenantClient, ledger: Ledger) => Promise<void>;

let marks = 0;
export const nextMark = (): string => {
  marks += 1;
  return `mark ${marks}`;
};

/** A content with the tenant's canary in its text and the mark in its settings. */
export function makeContent({ lab, canary }: TenantClient, mark: string, kilobytes = lab.pick(30) + 1) {
  const content = sampleContent(lab.pick(1_000), kilobytes * 1024);
  const first = { id: 'canary', type: 'paragraph', content: `<p>${canary}</p>` };
  return {
    ...content,
    blocks: [first, ...content.blocks],
    settings: { ...content.settings, preheaderText: mark },
  };
}

export async function create(client: TenantClient, ledger: Ledger): Promise<string | undefined> {
  const mark = nextMark();
  const body = { name: client.canary, content: makeContent(client, mark) };
  const reply = await client.call('create', 'POST', '/templates', { body });
  if (reply.kind !== 'answer') return undefined;
  const { id, version } = reply.answer.body.data;
  ledger.created(client, id, version, mark);
  return id;
}
