import { Type } from '@sinclair/typebox';
import { setting } from './setting.ts';

/** The settings of live editing. */
export const realtimeSettings = {
  realtime_sockets: setting(
    'GALLEY_REALTIME_SOCKETS',
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1000,
      description: 'Realtime connections that a project may have at once. Every open editor has one.',
    }),
  ),
  realtime_rejoin_seconds: setting(
    'GALLEY_REALTIME_REJOIN_SECONDS',
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      default: 600,
      description:
        'Seconds in which an editor that lost its connection may rejoin the template it had open although its token has expired meanwhile. 0: never.',
    }),
  ),
};
