import { route } from '../../http/route.ts';
import type { defineSendTestEmail } from './operations/send-test-email.ts';

/** Made per application, because it holds the mail server and counts mails. */
export const testEmailRoutes = (sendTestEmail: ReturnType<typeof defineSendTestEmail>) => [
  route('POST', '/templates/:template_id/send-test-email', sendTestEmail, { answer: 'nothing' }),
];
