import { expect, test } from 'bun:test';
import { ClockCheck } from '../../src/drivers/postgres/clock-check.ts';

const NOON = Date.parse('2026-11-26T12:00:00Z');

/** What is said when this server asks at noon and has the answer some seconds later. */
function said(database: number, answeredAfter: number): string | undefined {
  const clock = { now: () => NOON + answeredAfter * 1000 };
  let sentence: string | undefined;
  const warn = (_facts: object, text: string) => {
    sentence = text;
  };
  const log = { warn };
  new ClockCheck({ clock, log } as never).compare(NOON + database * 1000, NOON);
  return sentence?.split('. ')[0];
}

test('a clock that differs by more than two seconds is told, and an answer that takes long is not taken for one', () => {
  const ahead = 'The clock of this server is 5 seconds ahead of that of the database';
  const behind = 'The clock of this server is 3 seconds behind that of the database';
  expect([said(-5, 0), said(-5, 4), said(7, 4)]).toEqual([ahead, ahead, behind]);
  expect([said(-2, 0), said(-2, 5), said(1, 9), said(0, 9), said(9, 9)]).toEqual(Array(5).fill(undefined));
});
