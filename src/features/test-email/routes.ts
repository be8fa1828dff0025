import { route } from '../../http/route.ts';
import { sendServerTestEmail } from './operations/send-server-test-email.ts';
import { sendContentAsTestEmail, sendTestEmail, sendTestEmailToSelf } from './operations/send-test-email.ts';

export const testEmailRoutes = [
  route('POST', '/templates/:template_id/send-test-email', sendTestEmail, { answer: 'nothing' }),
  route('POST', '/send-test-email', sendContentAsTestEmail, { answer: 'nothing' }),
  route('POST', '/templates/:template_id/send-test-email-to-self', sendTestEmailToSelf, {
    isForPeople: true,
  }),
  route('POST', '/mail/test', sendServerTestEmail),
];
