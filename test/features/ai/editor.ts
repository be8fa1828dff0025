import type { Settings } from '../../../src/config/index.ts';
import { type FakeProvider, type FakeScript, startFakeProvider } from '../../support/fake-provider.ts';
import type { FakeReply } from '../../support/fake-provider-wire.ts';
import { readOlderNames } from '../../support/older-names.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { settingsFor } from './asking.ts';

/** An event as an editor has read it. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever an event holds
type EditorEvent = any;

/**
 * A stream as editors read it: only lines that begin with "data: " and end with a newline count, and of those only what
 * is JSON; other lines are skipped.
 */
export function readEvents(stream: string): EditorEvent[] {
  const lines = stream.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    if (!line.startsWith('data: ')) return [];
    try {
      return [readOlderNames(JSON.parse(line.slice('data: '.length)))];
    } catch {
      return [];
    }
  });
}

export interface Editor {
  app: TestApp;
  provider: FakeProvider;
  tenant: Awaited<ReturnType<TestApp['openTenant']>>;
  templateId: string;
  /** Calls a route of the template's below `ai/`. */
  call(
    path: string,
    body: unknown,
  ): Promise<{ status: number; body: EditorEvent; events: EditorEvent[]; text: string }>;
  stop(): Promise<void>;
}

/** An editor with a stored template, before an application that asks a fake provider; `script` undefined: before one without. */
export async function openEditor(
  script?: FakeScript,
  {
    settings = {},
    content = smallContent(),
    wire = 'openai-compatible' as const,
  }: {
    settings?: Partial<Settings>;
    content?: unknown;
    wire?: 'openai' | 'anthropic' | 'openai-compatible';
  } = {},
): Promise<Editor> {
  const provider = await startFakeProvider(script);
  const app = await createTestApp({
    ...(script !== undefined && settingsFor(wire, provider.url)),
    ...settings,
  });
  const tenant = await app.openTenant();
  const created = await tenant.request('POST', '/templates', { body: { content, name: 'Letter' } });
  const templateId = created.body.data.id;
  return {
    app,
    provider,
    tenant,
    templateId,
    async call(path, body) {
      const headers = { accept: 'text/event-stream' };
      const answer = await tenant.request('POST', `/templates/${templateId}/ai/${path}`, { body, headers });
      return { status: answer.status, body: answer.body, events: readEvents(answer.text), text: answer.text };
    },
    async stop() {
      await app.stop();
      await provider.stop();
    },
  };
}

/** A model's answer in JSON. */
export const says = (value: unknown): FakeReply => ({ text: JSON.stringify(value) });

export const emptyCanvas = { blocks: [], settings: {} };

/** What a model answers that makes a mail. */
export const aMail = (content = '<p>Welcome, {{ first_name }}</p>', more: object = {}) => ({
  reply: 'I wrote a welcome mail.',
  name: 'Welcome',
  subject: 'Good to have you here',
  notes: ['Add your address.'],
  settings: { preheaderText: 'Three small steps' },
  blocks: [
    { type: 'title', content: 'Welcome', level: 1 },
    { type: 'paragraph', content },
  ],
  ...more,
});

/** What a model answers that changes one block. */
export const aChange = (id: string, fields: object) => ({
  reply: 'I changed it.',
  touches: [id],
  operations: [{ op: 'update', id, fields }],
});

/** What only agents can make anything of: names of tools, and operations. */
export const FOR_AGENTS = /-template\b|block_ids|"op"|operations/;

export const TAGS = [{ label: 'First name', value: '{{ first_name }}' }];
