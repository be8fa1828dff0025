import type { Command } from 'commander';
import { performAsAgent } from '../features/access/index.ts';
import { recordToolCall } from '../features/audit/index.ts';
import { getProjectConfig } from '../features/projects/index.ts';
import { withClientName } from '../mcp/client-name.ts';
import type { ClientInfo, McpSession } from '../mcp/session.ts';
import { serveStdio } from '../mcp/stdio.ts';
import { CATALOGUE } from '../operations.ts';
import { DomainError } from '../platform/errors.ts';
import { addCommonFlags, runAction } from './command.ts';
import { createPassingSession } from './passing-session.ts';
import type { Flags, Session } from './session.ts';

/** The limit of `AgentPlace`. */
const MAX_AGENT_NAME = 100;

export function addMcpCommand(program: Command): void {
  addCommonFlags(program.command('mcp'))
    .summary('serve the tools on standard input and output, for agents that start a local process')
    .description(
      'Speaks the Model Context Protocol on standard input and output: the tools of POST /api/v1/mcp, without a key. ' +
        'Works beside a running server.',
    )
    .requiredOption('--project <id>', 'project the agent works in')
    .requiredOption('--tenant <tenant>', 'tenant the agent works for')
    .option('--agent <name>', 'name of the agent in snapshots and in the audit', 'local agent')
    .action(runAction(serveMcp));
}

async function serveMcp(flags: Flags): Promise<void> {
  const session = createPassingSession(flags);
  try {
    const agent = createAgentSession(session, flags);
    await requireTenant(agent);
    await serveStdio(CATALOGUE, agent);
  } finally {
    await session.close();
  }
}

function createAgentSession(session: Session, { project, tenant, agent }: Flags): McpSession {
  const place = { project_id: project, tenant, agent };
  return {
    caller: agent as string,
    perform: ({ name }, input, signal, client) =>
      session.call(
        performAsAgent,
        { ...place, agent: nameAgent(agent as string, client), operation: name, input },
        signal,
      ),
    // The call has been performed and its answer is valid. A missing record only concerns the operator.
    recordCall: (call) =>
      session.call(recordToolCall, { ...place, ...call }).then(
        () => {},
        (cause) => reportFault(cause, `the record of ${call.tool}`),
      ),
    reportFault,
  };
}

function nameAgent(agent: string, client: ClientInfo | undefined): string {
  const { name } = withClientName({ kind: 'agent', id: agent, name: agent }, client);
  return name.slice(0, MAX_AGENT_NAME);
}

function reportFault(cause: unknown, what: string): void {
  process.stderr.write(`galley: ${what} failed: ${String(cause)}\n`);
}

/** Throws if the project or tenant does not exist. A plan without tools is reported to the agent instead. */
async function requireTenant(agent: McpSession): Promise<void> {
  try {
    await agent.perform(getProjectConfig, {});
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'feature_unavailable') throw error;
  }
}
