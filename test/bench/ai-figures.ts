import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';
import { readResidentMegabytes, whyNoUsage } from './process-usage.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

/** Answers before the measurement, in which the library is loaded and code compiled. */
const WARM_UP_ANSWERS = 10;
const ANSWERS = 60;

/** Streams that wait for the provider. */
const STREAMS = 100;

/** Long enough for a garbage collection after the start of the streams. */
const IDLE_MS = 3_000;

const TEMPLATE_BYTES = 20_000;

/** An answer without changes, so that only the transport is measured. */
const BEGINNING = '{"reply":"You ask, ';
const END = 'I answer.","touches":[],"operations":[]}';

/** Time from the provider's first word until the editor receives it. */
export const aiFirstEventFigure: Figure = {
  name: 'ai-first-event',
  async measure() {
    return withProvider(async ({ provider, generate }) => {
      const times: number[] = [];
      for (let answer = 0; answer < WARM_UP_ANSWERS + ANSWERS; answer += 1) {
        let spokenAt = Number.NaN;
        const heard = Promise.withResolvers<void>();
        provider.answer({
          async *pieces() {
            spokenAt = performance.now();
            yield BEGINNING;
            await heard.promise;
            yield END;
          },
        });
        const stream = await generate();
        times.push((await stream.firstEventAt) - spokenAt);
        heard.resolve();
        await stream.end;
      }
      return [
        {
          figure: 'first event after the provider’s first word',
          unit: 'ms',
          galley: median(times.slice(WARM_UP_ANSWERS)),
          baseline: null,
          target: { atMost: 20 },
          generatorLoad: null,
        },
      ];
    });
  },
};

/** Memory of streams that wait for the provider, compared with a server that has answered one. */
export const aiIdleStreamsFigure: Figure = {
  name: 'ai-idle-streams',
  whyLeftOut: whyNoUsage,
  async measure() {
    return withProvider(async ({ provider, galley, generate }) => {
      provider.answer({ text: BEGINNING + END });
      await (await generate()).end;
      await Bun.sleep(IDLE_MS);
      const before = readResidentMegabytes(galley.pid);
      const over = Promise.withResolvers<void>();
      provider.answer({
        async *pieces() {
          yield BEGINNING;
          await over.promise;
          yield END;
        },
      });
      const streams = await Promise.all(Array.from({ length: STREAMS }, generate));
      await Promise.all(streams.map(({ firstEventAt }) => firstEventAt));
      await Bun.sleep(IDLE_MS);
      const cost = readResidentMegabytes(galley.pid) - before;
      over.resolve();
      await Promise.all(streams.map(({ end }) => end));
      return [
        {
          figure: `memory of ${STREAMS} idle AI streams`,
          unit: 'MB',
          galley: cost,
          baseline: null,
          target: { atMost: 100 },
          generatorLoad: null,
        },
      ];
    });
  },
};

interface Bench {
  provider: FakeProvider;
  galley: RunningServer;
  /** Begins to generate, as the editor does. */
  generate(): Promise<GenerateStream>;
}

interface GenerateStream {
  firstEventAt: Promise<number>;
  /** Rejects unless the last event is `done`. */
  end: Promise<void>;
}

/** Starts a server with a fake AI provider in this process, so that one clock times both. */
async function withProvider<Result>(measure: (bench: Bench) => Promise<Result>): Promise<Result> {
  const directory = makeDirectory();
  const provider = await startFakeProvider();
  try {
    const galley = await startGalley(directory, initializeData(directory), {
      GALLEY_AI_PROVIDER: 'openai-compatible',
      GALLEY_AI_BASE_URL: provider.url,
      GALLEY_AI_MODEL: 'bench',
      GALLEY_AI_CONCURRENCY: String(STREAMS),
    });
    try {
      const tenant = await openTenant(galley, 'bench');
      const [body = ''] = templateBodies(1, TEMPLATE_BYTES);
      const [id] = await createTemplates(galley, tenant, [body]);
      const url = `http://127.0.0.1:${galley.port}${tenant.templates}/${id}/ai/generate`;
      const { content } = JSON.parse(body) as { content: object };
      const request = {
        prompt: 'What do you do?',
        current_content: content,
        merge_tags: [],
        conversation_id: null,
      };
      const generate = () => openStream(url, tenant.token, JSON.stringify(request));
      return await measure({ provider, galley, generate });
    } finally {
      await galley.stop();
    }
  } finally {
    await provider.stop();
    removeDirectory(directory);
  }
}

async function openStream(url: string, token: string, body: string): Promise<GenerateStream> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'text/event-stream',
  };
  const response = await fetch(url, { method: 'POST', headers, body });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const first = Promise.withResolvers<number>();
  const end = readEvents(response.body, () => first.resolve(performance.now()));
  // A stream that ends without an event has no first one.
  end.catch(first.reject);
  return { firstEventAt: first.promise, end };
}

async function readEvents(body: ReadableStream<Uint8Array>, onEvent: () => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes('data: ')) onEvent();
  }
  if (!/"type":"done"/.test(text))
    throw new Error(`the answer was not brought to its end: ${text.slice(-300)}`);
}
