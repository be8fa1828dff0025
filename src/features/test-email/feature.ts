import { defineFeature } from '../../platform/feature.ts';
import type { MailServer } from '../../platform/mail-server.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { testEmailRoutes } from './routes.ts';

export const testEmail = defineFeature({
  name: 'testEmail',
  services: ({ log }, { mailServer }: { mailServer: MailServer | undefined }) => ({
    mailer: mailServer && createMailer(mailServer, log),
  }),
  routes: testEmailRoutes,
});

declare module '../../platform/deps.ts' {
  interface Services {
    testEmail: {
      /** Undefined if no mail server is configured. */
      mailer: Mailer | undefined;
    };
  }
}
