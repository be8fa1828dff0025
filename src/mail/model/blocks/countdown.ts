import { type Static, Type } from '@sinclair/typebox';
import { blockSchema, color, flag, oneOf, pixels, text } from '../common.ts';

/** A running clock, exported as an animated picture that is drawn when the mail is opened. */
export const CountdownBlock = blockSchema(
  'countdown',
  'CountdownBlock',
  'A clock counting down to a moment, shown as an animated picture.',
  {
    targetDate: text({
      description:
        'ISO 8601 date and time counted down to, e.g. 2030-12-24T18:00:00; may be empty in drafts.',
    }),
    timezone: text({ description: 'IANA time zone targetDate is meant in.', default: 'UTC' }),
    showDays: flag({ description: 'Show days.', default: true }),
    showHours: flag({ description: 'Show hours.', default: true }),
    showMinutes: flag({ description: 'Show minutes.', default: true }),
    showSeconds: flag({ description: 'Show seconds.', default: true }),
    separator: oneOf([':', '-', ' '], { description: 'Between the numbers.', default: ':' }),
    digitFontSize: pixels({ description: 'Font size of the digits in pixels.', default: 32 }),
    digitColor: color({ description: 'CSS color of the digits.', default: '#1a1a1a' }),
    labelColor: color({ description: 'CSS color of the labels.', default: '#6b7280' }),
    labelFontSize: pixels({ description: 'Font size of the labels in pixels.', default: 12 }),
    backgroundColor: color({ description: 'CSS color behind the clock.', default: '#ffffff' }),
    fontFamily: Type.Optional(text({ description: 'CSS font; default: fontFamily.' })),
    labelDays: text({ description: 'Label under the days.', default: 'Days' }),
    labelHours: text({ description: 'Label under the hours.', default: 'Hours' }),
    labelMinutes: text({ description: 'Label under the minutes.', default: 'Minutes' }),
    labelSeconds: text({ description: 'Label under the seconds.', default: 'Seconds' }),
    expiredMessage: text({
      description: 'Text shown once the moment has passed.',
      default: 'This offer has expired',
    }),
    expiredImageUrl: text({ description: 'Picture shown instead of that text, if any.', default: '' }),
    hideOnExpiry: flag({ description: 'Show nothing once the moment has passed.', default: false }),
  },
);

export type CountdownBlock = Static<typeof CountdownBlock>;
