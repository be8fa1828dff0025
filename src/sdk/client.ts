import { unpack } from './answer.ts';
import type { Guard } from './guard.ts';
import {
  PUBLIC_OPERATIONS,
  type PublicOperations,
  TENANT_OPERATIONS,
  type TenantOperations,
} from './operations.generated.ts';
import { type Client, readOperations } from './operations.ts';
import type { CallOptions, HttpClient } from './request.ts';
import { readEvents, type StreamEvent } from './stream.ts';

/** A function for every operation. Each takes the operation’s input, and rejects with an SdkError. */
export type Api = Client<WithRecipients<TenantOperations> & PublicOperations, CallOptions>;

/** Who may receive test mails, signed. */
interface Recipients {
  allowed_emails: string[];
  signature: string;
}

/** Recipients may be left out, because the session has them. */
type WithRecipients<Operations> = {
  [Name in keyof Operations]: Operations[Name] extends (input: infer Input extends Recipients) => infer Output
    ? (input: Omit<Input, keyof Recipients> & Partial<Recipients>) => Output
    : Operations[Name];
};

/** Makes a function for every operation of the service. */
export function createApi(http: HttpClient, guard: Guard): Api {
  const operations = [...readOperations(TENANT_OPERATIONS, 'P/'), ...readOperations(PUBLIC_OPERATIONS)];
  const functions = operations.map(([name, { answer, ...request }]) => {
    const open = (input: object | undefined, options: CallOptions | undefined, accept?: string) =>
      http.request({ ...request, input, accept, ...options });
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
  return Object.fromEntries(functions) as Api;
}
