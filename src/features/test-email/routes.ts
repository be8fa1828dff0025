import { route } from '../../http/route.ts';
import { sendContentAsTestEmail, sendTestEmail } from './operations/send-test-email.ts';

export const testEmailRoutes = [
  route('POST', '/templates/:template_id/send-test-email', sendTestEmail, { answer: 'nothing' }),
  route('POST', '/send-test-email', sendContentAsTestEmail, { answer: 'nothing' }),
];
