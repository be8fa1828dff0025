import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';

const MAX_LINES = 500;

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** Levels as pino writes them. */
const NUMBERS: Record<(typeof LEVELS)[number], number> = { debug: 20, info: 30, warn: 40, error: 50 };

interface LogLine {
  level: number;
  time: string;
  msg?: string;
}

export const listLogs = defineOperation({
  name: 'listLogs',
  summary: 'List log lines of the last hour, the newest first; secrets are left out',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({
    level: Type.Optional(
      Type.Union(
        LEVELS.map((level) => Type.Literal(level)),
        { description: 'The least severe level.' },
      ),
    ),
    search: Type.Optional(Type.String({ maxLength: 255, description: 'Text that a line contains.' })),
  }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        at: Type.String(),
        level: Type.String(),
        message: Type.String(),
        facts: Type.Record(Type.String(), Type.Unknown()),
      }),
      { maxItems: MAX_LINES },
    ),
  }),
  async run({ deps }, { level = 'debug', search = '' }) {
    const wanted = search.toLowerCase();
    const items = [];
    for (const line of (deps.log.recent?.read() ?? []).toReversed()) {
      if (items.length === MAX_LINES) break;
      if (wanted !== '' && !line.toLowerCase().includes(wanted)) continue;
      const { level: number, time, msg = '', ...facts } = JSON.parse(line) as LogLine;
      if (number < NUMBERS[level]) continue;
      const name = LEVELS.findLast((one) => NUMBERS[one] <= number) ?? 'debug';
      items.push({ at: time, level: name, message: msg, facts });
    }
    return { items };
  },
});
