import { readCpuSeconds } from './process-usage.ts';
import type { RealtimePlan, RealtimeResult } from './realtime-plan.ts';
import { frameBytes, openRawSocket, type RawSocket } from './realtime-socket.ts';

/** A process of its own that opens sockets, and sends to one channel what a keystroke sends. */

/** Sockets that send. Each stays below the limit of one socket. */
const SENDERS = 40;

/** Messages that are sent concurrently, so many that no server waits for the network. */
const WINDOW = 256;

const WARM_UP_MS = 500;
const MEASURE_MS = 2_500;
/** Interval of messages while delays are measured, as of a few people who type. */
const PACE_MS = 40;
const PACED_MESSAGES = 60;

const plan = JSON.parse(await readLine()) as RealtimePlan;
const sockets: RawSocket[] = [];
// Opens few sockets at a time, so that the server answers each in time.
for (let first = 0; first < plan.sockets; first += 20) {
  const count = Math.min(20, plan.sockets - first);
  sockets.push(...(await Promise.all(Array.from({ length: count }, (_, n) => enter(first + n)))));
}
if (plan.task === 'hold') {
  process.stdout.write('ready\n');
  await readLine();
} else process.stdout.write(JSON.stringify(await measure()));
process.exit(0);

async function enter(number: number): Promise<RawSocket> {
  const { entry } = plan;
  let wake = (_text: string): void => {};
  let greeting: string | undefined;
  const port = plan.ports[number % plan.ports.length] as number;
  const socket = await openRawSocket(port, plan.path, (text) => {
    greeting ??= text;
    wake(text);
  });
  if (entry === undefined) return socket;
  const until = (wanted: string) =>
    new Promise<string>((resolve) => {
      const check = (text: string): void => {
        if (text.includes(wanted)) resolve(text);
      };
      wake = check;
      if (greeting !== undefined) check(greeting);
    });
  const established = JSON.parse(await until('connection_established'));
  const turn = Math.floor(number / plan.ports.length);
  const channel = entry.channels[turn % entry.channels.length] as string;
  const { socket_id } = JSON.parse(established.data);
  const response = await fetch(`http://127.0.0.1:${port}${entry.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${entry.token}` },
    body: new URLSearchParams({ socket_id, channel_name: channel, ...entry.user }),
  });
  if (!response.ok) throw new Error(`the channel was refused: ${await response.text()}`);
  const pass = (await response.json()) as object;
  const succeeded = until('subscription_succeeded');
  socket.write(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...pass } }));
  await succeeded;
  return socket;
}

/** The message of one keystroke in a paragraph. */
function makeMessage(at: number): string {
  const updates = { content: `<p>${'The quick brown fox jumps over the lazy dog. '.repeat(4)}</p>` };
  const data = { operation: 'update_block', data: { block_id: 'b-0001', updates }, timestamp: toStamp(at) };
  return JSON.stringify({ event: 'client-operation', data, channel: plan.entry?.channels[0] ?? 'bare' });
}

/** A number of fixed length, so that all messages have the same length. */
function toStamp(milliseconds: number): number {
  return 1e9 + Math.round(milliseconds * 1000);
}

async function measure(): Promise<RealtimeResult> {
  const delays = await measureDelays();
  const bytes = await measureFrame();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const throughput = await measureThroughput(bytes);
  const { user, system } = process.cpuUsage(cpu);
  const generatorLoad = (user + system) / 1000 / (performance.now() - started);
  delays.sort((a, b) => a - b);
  return {
    ...throughput,
    p99Milliseconds: delays[Math.floor(delays.length * 0.99)] as number,
    generatorLoad,
  };
}

async function measureDelays(): Promise<number[]> {
  const delays: number[] = [];
  const start = performance.now();
  for (const socket of sockets) {
    socket.onText((text) => {
      const stamp = /"timestamp":(\d+)/.exec(text)?.[1];
      if (stamp !== undefined) delays.push(performance.now() - start - (Number(stamp) - 1e9) / 1000);
    });
  }
  for (let n = 0; n < PACED_MESSAGES; n += 1) {
    sockets[n % SENDERS]?.write(makeMessage(performance.now() - start));
    await Bun.sleep(PACE_MS);
  }
  const expected = PACED_MESSAGES * (sockets.length - 1);
  for (let waited = 0; delays.length < expected && waited < 5_000; waited += 10) await Bun.sleep(10);
  for (const socket of sockets) socket.onText(() => {});
  if (delays.length !== expected) throw new Error(`${delays.length} of ${expected} messages arrived`);
  return delays;
}

/** Bytes of one message as it arrives: a server may add to it. */
async function measureFrame(): Promise<number> {
  const arrived = new Promise<string>((resolve) => sockets.at(-1)?.onText(resolve));
  sockets[0]?.write(makeMessage(0));
  const bytes = frameBytes(Buffer.byteLength(await arrived));
  await Bun.sleep(200);
  return bytes;
}

async function measureThroughput(bytesPerMessage: number) {
  let received = 0;
  let sent = 0;
  const perMessage = bytesPerMessage * (sockets.length - 1);
  const message = makeMessage(0);
  const fill = (): void => {
    while (sent * perMessage - received < WINDOW * perMessage) {
      sockets[sent % SENDERS]?.write(message);
      sent += 1;
    }
  };
  for (const socket of sockets) {
    socket.onBytes((bytes) => {
      received += bytes;
    });
  }
  const timer = setInterval(fill, 1);
  const isStopped = { value: false };
  const run = (): void => {
    if (isStopped.value) return;
    fill();
    setImmediate(run);
  };
  run();
  await Bun.sleep(WARM_UP_MS);
  const before = received;
  const readCpu = () => plan.pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0);
  const cpu = readCpu();
  const start = performance.now();
  await Bun.sleep(MEASURE_MS);
  const seconds = (performance.now() - start) / 1000;
  const deliveries = (received - before) / bytesPerMessage;
  isStopped.value = true;
  clearInterval(timer);
  const serverMilliseconds = ((readCpu() - cpu) * 1e6) / deliveries;
  return { deliveriesPerSecond: deliveries / seconds, serverMilliseconds };
}

async function readLine(): Promise<string> {
  for await (const line of console) return line;
  return '';
}
