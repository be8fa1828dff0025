import { route } from '../http/route.ts';
import { authorizeChannel } from './operations/authorize-channel.ts';

/** Clients take any status but 200 for a refusal. */
export const realtimeRoutes = [
  route('POST', '/broadcasting/auth', authorizeChannel, { answer: 'bare', form: true }),
];
