import type { Cost } from './conversation.ts';

interface TaskCost {
  task: string;
  galley: Cost;
  /** The cost with tools for whole templates only. */
  naive: Cost;
}

/** What agents write and read, in tokens. */
export interface AgentReport {
  tasks: TaskCost[];
  jobs: { job: string; cost: Cost }[];
  /** Tokens that are read once in each conversation. */
  fixed: { what: string; tokens: number }[];
}

const tokensOf = ({ written, read }: Cost): number => written + read;

const HEADINGS = ['agent task, in tokens', 'calls', 'written', 'read', 'naively', 'written', 'read', 'share'];

export function formatAgentReport({ tasks, jobs, fixed }: AgentReport): string {
  const alone = jobs.map(({ job, cost }) => [job, ...[cost.calls, cost.written, cost.read].map(String)]);
  const rows = [HEADINGS, ...tasks.map(formatTask), ...alone];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  lines.splice(1, 0, '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)));
  const once = fixed.map(({ what, tokens }) => `${what} ${tokens}`).join(', ');
  return `${lines.join('\n')}\n\nOnce a conversation: ${once}.\n`;
}

function formatTask({ task, galley, naive }: TaskCost): string[] {
  const columns = [galley, naive].flatMap(({ calls, written, read }) => [calls, written, read]);
  const share = (tokensOf(galley) / tokensOf(naive)) * 100;
  return [task, ...columns.map(String), `${share.toFixed(0)} %`];
}
