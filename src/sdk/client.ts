import { type Answer, unpack } from './answer.ts';
import { type Api, OPERATIONS } from './api.generated.ts';
import type { Guard } from './guard.ts';
import type { Call, CallOptions, HttpClient } from './request.ts';
import { readEvents, type StreamEvent } from './stream.ts';

type Encoding = NonNullable<Call['encoding']>;

/** Makes a function for every operation of the service. */
export function createApi(http: HttpClient, guard: Guard): Api {
  const functions = Object.entries(OPERATIONS).map(([name, line]) => {
    const [method, answer, path, encoding] = line.split(' ') as [string, Answer, string, Encoding?];
    const open = (input: object | undefined, options: CallOptions | undefined, accept?: string) =>
      http.request({
        method,
        path,
        ...options,
        ...(input && { input }),
        ...(encoding && { encoding }),
        ...(accept && { accept }),
      });
    if (answer !== 'events') {
      const call = async (input?: object, options?: CallOptions) =>
        unpack(answer, await open(input, options));
      return [name, (input?: object, options?: CallOptions) => guard(call(input, options), options?.signal)];
    }
    async function* stream(input?: object, options?: CallOptions): AsyncGenerator<StreamEvent> {
      const signal = options?.signal;
      const response = await guard(open(input, options, 'text/event-stream'), signal);
      const events = readEvents(response.body as ReadableStream<Uint8Array>);
      const readNext = () => guard(events.next(), signal);
      try {
        for (let next = await readNext(); !next.done; next = await readNext()) yield next.value;
      } finally {
        await events.return(undefined);
      }
    }
    return [name, stream];
  });
  return Object.fromEntries(functions);
}
