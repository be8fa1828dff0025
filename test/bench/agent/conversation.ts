import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer';
import { type Seat, seatHeaders, TOOL_PATH } from '../tool-requests.ts';
import type { Step, ToolData } from './tasks.ts';

/** What a conversation cost. */
export interface Cost {
  calls: number;
  /** Tokens a model writes: names of tools and their arguments. */
  written: number;
  /** Tokens a model reads: the texts of results. */
  read: number;
}

/** Tokens of o200k_base, which is close to what other models count. */
export function countTokens(text: string): number {
  return encode(text).length;
}

/** A client as agents carry it, connected. */
export async function connect(port: number, seat: Seat): Promise<Client> {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const url = new URL(`http://127.0.0.1:${port}${TOOL_PATH}`);
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: seatHeaders(seat) } }),
  );
  return client;
}

/** Goes through a script. Throws if a tool refuses. */
export async function followScript(
  client: Pick<Client, 'callTool'>,
  script: readonly Step[],
): Promise<{ cost: Cost; answers: ToolData[] }> {
  const cost: Cost = { calls: 0, written: 0, read: 0 };
  const answers: ToolData[] = [];
  for (const step of script) {
    const args = step.arguments(answers);
    const result = await client.callTool({ name: step.tool, arguments: { ...args } });
    const text = (result.content as { text: string }[]).map((part) => part.text).join('\n');
    if (result.isError === true) throw new Error(`${step.tool} refused: ${text}`);
    cost.calls += 1;
    cost.written += countTokens(step.tool) + countTokens(JSON.stringify(args));
    cost.read += countTokens(text);
    // Models read the text of a result only.
    answers.push(JSON.parse(text));
  }
  return { cost, answers };
}
