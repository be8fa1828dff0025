import { TOOL_CALL as T } from '../texts/tool-call.ts';
import { Badge } from './badge.tsx';
import type { Column } from './columns.ts';
import { formatBytes, formatDuration } from './format.tsx';

interface Measured {
  outcome: string;
  duration_ms: number;
  result_bytes: number | null;
}

export const OUTCOME_COLUMN: Column<Measured> = {
  id: 'outcome',
  header: T.outcome,
  cell: ({ outcome }) => (
    <Badge kind={outcome === 'ok' ? 'good' : 'bad'}>{outcome.replaceAll('_', ' ')}</Badge>
  ),
  width: '6.5rem',
};

/** The size of the answer of a tool call, and its duration. */
export const COST_COLUMNS: readonly Column<Measured>[] = [
  {
    id: 'size',
    header: T.size,
    cell: ({ result_bytes }) => (result_bytes === null ? '' : formatBytes(result_bytes)),
    width: '4.5rem',
    isNumeric: true,
    isHiddenWhenNarrow: true,
  },
  {
    id: 'duration',
    header: T.duration,
    cell: ({ duration_ms }) => formatDuration(duration_ms),
    width: '5rem',
    isNumeric: true,
    isHiddenWhenNarrow: true,
  },
];
