import { route } from '../http/route.ts';
import { defineFeature } from '../platform/feature.ts';
import { authorizeChannel } from './operations/authorize-channel.ts';
import { createRealtime, type Realtime, type RealtimeSettings } from './realtime.ts';

/** How often silent and slow connections are closed, and agents that have gone are removed. */
const SWEEP_INTERVAL_MS = 5_000;

export const realtime = defineFeature({
  name: 'realtime',
  services: (deps, settings: RealtimeSettings) => createRealtime(deps, settings),
  listeners: ({ services }) => services.realtime.listen(),
  background({ services }) {
    const timer = setInterval(services.realtime.sweepConnections, SWEEP_INTERVAL_MS).unref();
    return async () => clearInterval(timer);
  },
  metrics: ({ services }) => [
    {
      name: 'realtime_sockets',
      help: 'Open realtime connections.',
      type: 'gauge',
      read: () => services.realtime.counts().sockets,
    },
    {
      name: 'realtime_channels',
      help: 'Templates that are open in an editor.',
      type: 'gauge',
      read: () => services.realtime.counts().channels,
    },
  ],
  // Clients take any status but 200 for a refusal.
  routes: [
    route('POST', '/broadcasting/auth', authorizeChannel, {
      answer: 'bare',
      form: true,
      spelling: true,
      needsToken: true,
    }),
  ],
});

declare module '../platform/deps.ts' {
  interface Services {
    realtime: Realtime;
  }
}
