import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeReply, type FakeWire, writeError, writeStream, writeWhole } from './fake-provider-wire.ts';

/** A request as it reached the provider. */
export interface SeenRequest {
  wire: FakeWire;
  path: string;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent
  body: any;
  /** The text of the body, as it came. */
  text: string;
  /** Whether the client has disconnected before the end of the answer. */
  wasLeft: boolean;
  isOver: boolean;
}

/** What the provider answers; a function is given the request. */
export type FakeScript =
  | FakeReply
  | ((request: SeenRequest, index: number) => FakeReply | Promise<FakeReply>);

export interface FakeProvider {
  /** Address for GALLEY_AI_BASE_URL. */
  url: string;
  /** Every request, in the order they came. */
  requests: SeenRequest[];
  /** Sets the answer to all further requests. */
  answer(script: FakeScript): void;
  /** Answers in this order. The last reply is repeated. */
  answerInTurn(...replies: FakeReply[]): void;
  openRequests(): number;
  stop(): Promise<void>;
}

/** An AI provider on 127.0.0.1 that speaks the wires of OpenAI (chat completions) and of Anthropic (messages). */
export async function startFakeProvider(first: FakeScript = { text: 'galley' }): Promise<FakeProvider> {
  let script = first;
  const requests: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    const index = requests.push(request) - 1;
    response.on('close', () => {
      request.isOver = true;
      request.wasLeft = !response.writableFinished;
    });
    await reply(request, response, typeof script === 'function' ? await script(request, index) : script);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer: (next) => {
      script = next;
    },
    answerInTurn: (...replies) => {
      const from = requests.length;
      script = (_, index) => replies[Math.min(index - from, replies.length - 1)] as FakeReply;
    },
    openRequests: () => requests.filter(({ isOver }) => !isOver).length,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  const path = incoming.url ?? '';
  return {
    wire: path.endsWith('/messages') ? 'anthropic' : 'openai',
    path,
    headers: incoming.headers as Record<string, string | undefined>,
    body: text === '' ? undefined : JSON.parse(text),
    text,
    wasLeft: false,
    isOver: false,
  };
}

async function reply(request: SeenRequest, response: ServerResponse, wanted: FakeReply): Promise<void> {
  if (!/\/(chat\/completions|messages)$/.test(request.path)) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    return;
  }
  const refused = refuseForm(request, wanted);
  if (refused !== undefined) return writeError(response, refused);
  if (wanted.status !== undefined) return writeError(response, wanted);
  if (request.body.stream === true && wanted.whole !== true)
    return writeStream(request.wire, request.body, response, wanted);
  return writeWhole(request.wire, request.body, response, wanted);
}

/** Refuses forms of JSON that the reply does not list, as some servers do. */
function refuseForm({ body }: SeenRequest, { forms }: FakeReply): FakeReply | undefined {
  const form = body.response_format?.type ?? body.output_config?.format?.type ?? body.output_format?.type;
  if (forms === undefined || form === undefined || forms.includes(form)) return undefined;
  return { status: 400, message: `response_format ${form} is not supported by this server` };
}
