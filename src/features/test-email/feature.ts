import { defineFeature } from '../../platform/feature.ts';
import type { MailServer } from '../../platform/network/mail-server.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { testEmailRoutes } from './routes.ts';

interface TestEmailSettings {
  mailServer: MailServer | undefined;
  test_mails_per_recipient_per_day: number;
}

export const testEmail = defineFeature({
  name: 'testEmail',
  services: (deps, { mailServer, ...settings }: TestEmailSettings) => ({
    mailer: mailServer && createMailer(mailServer, deps),
    recipientLimitPerDay: settings.test_mails_per_recipient_per_day,
  }),
  routes: testEmailRoutes,
});

declare module '../../platform/deps.ts' {
  interface Services {
    testEmail: {
      /** Undefined if no mail server is configured. */
      mailer: Mailer | undefined;
      /** Test mails that a recipient may get a day from all tenants of a project. */
      recipientLimitPerDay: number;
    };
  }
}
