import { afterAll, beforeAll, expect, test } from 'bun:test';
import { INSTANCE } from '../../src/dashboard/texts/instance.ts';
import { exportTenant } from '../../src/features/data-jobs/index.ts';
import { createTenant } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { adminScope } from '../support/test-app.ts';
import { clickButton, OPERATOR, seeText, useDashboard } from './dashboard.ts';

const T = INSTANCE.checks;

describeInBrowser('the page of the server', () => {
  let mails: MailServer;
  const settings: { smtp_host: string; smtp_port: number; smtp_from: string } = {
    smtp_host: '127.0.0.1',
    smtp_port: 0,
    smtp_from: 'Galley <mail@galley.example>',
  };
  beforeAll(async () => {
    mails = await startMailServer();
    settings.smtp_port = mails.port;
  });
  const dashboard = useDashboard(settings);
  beforeAll(async () => {
    await dashboard().useSession(await dashboard().addOperator());
  });
  afterAll(() => mails.stop());

  test('checks what the server relies on, sends a test mail, and reads the stored data', async () => {
    const page = await dashboard().open('/instance?tab=checks');
    await seeText(page, 'The mail server accepts the sign-in.');
    await seeText(page, 'No language model is set');
    // First, because the toast covers its button.
    await clickButton(page, T.checkData);
    await seeText(page, 'No faults were found');
    await clickButton(page, T.sendMail);
    await seeText(page, T.mailSent(OPERATOR.email));
    expect(mails.mails.map(({ to }) => to)).toEqual([[OPERATOR.email]]);
    expect(dashboard().faults).toEqual([]);
  });

  test('lists the jobs of all projects, and says where settings come from', async () => {
    const { app } = dashboard();
    const place = { project_id: app.first.project_id, tenant: 'leaving' };
    await perform(createTenant, app.deps, adminScope, place);
    await perform(exportTenant, app.deps, adminScope, place);
    const page = await dashboard().open('/instance?tab=jobs');
    await seeText(page, INSTANCE.jobs.kinds.tenant_export);
    await seeText(page, 'leaving');
    const other = await dashboard().open('/instance?search=GALLEY_PORT');
    await seeText(other, INSTANCE.fromDefault);
    expect(dashboard().faults).toEqual([]);
  });
});
