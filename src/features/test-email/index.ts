export { createMailer } from './mailer.ts';
export { defineSendTestEmail } from './operations/send-test-email.ts';
export { testEmailRoutes } from './routes.ts';
