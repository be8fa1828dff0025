import type { Socket } from 'bun';
import {
  encodeRequest,
  type LoadPlan,
  type LoadResult,
  type LoadTime,
  SERIAL_MARK,
  toSerial,
} from './load-plan.ts';
import { readCpuSeconds } from './process-usage.ts';
import { createResponseReader } from './response-reader.ts';

/** The load generator, a process of its own: reads a `LoadPlan` from standard input, prints a `LoadResult`. */
const plan = (await Bun.stdin.json()) as LoadPlan;

const tally = { answers: 0, failures: 0, refused: 0, firstFailure: undefined as string | undefined };
/** Resolves when a counted load has its last answer, or when the run has failed. */
const ended = Promise.withResolvers<void>();
let unsent = 'answers' in plan ? plan.answers : Number.POSITIVE_INFINITY;
let serial = plan.firstSerial;
let isOver = false;

interface PreparedRequest {
  bytes: Buffer;
  /** Position of the serial number; -1: there is none. */
  serialAt: number;
}

const prepared: PreparedRequest[] = plan.requests.map((request) => {
  const bytes = encodeRequest(request);
  return { bytes, serialAt: bytes.indexOf(SERIAL_MARK) };
});

function fail(reason: string): void {
  if (isOver) return;
  tally.failures += 1;
  tally.firstFailure ??= reason;
  ended.resolve();
}

function recordAnswer(status: number): void {
  tally.answers += 1;
  if (status < 200 || status > 299) {
    if (plan.mayBeRefused) tally.refused += 1;
    else fail(`status ${status}`);
  }
  if ('answers' in plan && tally.answers === plan.answers) ended.resolve();
}

const RECONNECT_MS = 20;

/** An endless sequence of the requests of one connection. */
function* chooseRequests(number: number): Generator<PreparedRequest> {
  const own = prepared.filter((_, index) => index % plan.connections === number % prepared.length);
  let random = plan.firstSerial + number + 1;
  for (let turn = 0; ; turn += 1) {
    // Numerical Recipes' linear congruential generator; its high bits are random enough to choose by.
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const chosen = Math.floor((random / 2 ** 32) * prepared.length);
    yield (plan.isRandom ? prepared[chosen] : own[turn % own.length]) as PreparedRequest;
  }
}
/** Opens a connection that always has one request under way. */
async function openConnection(number: number): Promise<void> {
  const requests = chooseRequests(number);
  let sending: Buffer = Buffer.alloc(0);
  let sent = 0;

  const flush = (socket: Socket): void => {
    while (sent < sending.length) {
      const written = socket.write(sending, sent);
      if (written <= 0) return;
      sent += written;
    }
  };
  const sendNext = (socket: Socket): void => {
    if (unsent === 0) return;
    unsent -= 1;
    const { bytes: planned, serialAt } = requests.next().value as PreparedRequest;
    // A copy, because other connections may be sending the same request.
    const bytes = plan.isRandom && serialAt !== -1 ? Buffer.from(planned) : planned;
    if (serialAt !== -1) {
      bytes.write(toSerial(serial), serialAt, 'latin1');
      serial += 1;
    }
    sending = bytes;
    sent = 0;
    flush(socket);
  };
  let socket: Socket | undefined;
  const read = createResponseReader((status) => {
    recordAnswer(status);
    if (!isOver && socket !== undefined) sendNext(socket);
  });
  socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: plan.port,
    socket: {
      data: (_, bytes) => read(bytes),
      drain: flush,
      close: () => {
        if (plan.mayBeRefused && !isOver) setTimeout(() => void openConnection(number), RECONNECT_MS);
        else fail('connection closed');
      },
      error: (_, error) => fail(error.message),
    },
  });
  sendNext(socket);
}

/** Starts counting answers and the processor time of this process and of the server. */
function startCounting(): () => Pick<LoadResult, 'requestsPerSecond' | 'generatorLoad' | 'serverMs'> {
  const { serverPid } = plan;
  const answersBefore = tally.answers;
  const cpuBefore = process.cpuUsage();
  const serverBefore = serverPid === undefined ? 0 : readCpuSeconds(serverPid);
  const started = performance.now();
  return () => {
    const elapsedMs = performance.now() - started;
    const cpu = process.cpuUsage(cpuBefore);
    const answers = tally.answers - answersBefore;
    return {
      requestsPerSecond: (answers / elapsedMs) * 1000,
      generatorLoad: (cpu.user + cpu.system) / 1000 / elapsedMs,
      serverMs:
        serverPid === undefined ? null : ((readCpuSeconds(serverPid) - serverBefore) * 1000) / answers,
    };
  };
}

async function countFor({ warmUpSeconds, seconds }: LoadTime) {
  await Bun.sleep(warmUpSeconds * 1000);
  const read = startCounting();
  await Bun.sleep(seconds * 1000);
  return read();
}

async function countToTheEnd() {
  const read = startCounting();
  await ended.promise;
  return read();
}

await Promise.all(Array.from({ length: plan.connections }, (_, number) => openConnection(number)));
const counted = 'answers' in plan ? await countToTheEnd() : await countFor(plan);
isOver = true;
const result: LoadResult = {
  ...counted,
  failures: tally.failures,
  refused: tally.refused,
  ...(tally.firstFailure !== undefined && { firstFailure: tally.firstFailure }),
};
process.stdout.write(JSON.stringify(result));
process.exit(0);
