import { Type } from '@sinclair/typebox';
import { DomainError } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { mailServerNotSet, onlyForPeople } from '../errors.ts';
import { describeMailFault } from '../mail-advice.ts';

const SUBJECT = '[Test] Galley can send mails';

export const sendServerTestEmail = defineOperation({
  name: 'sendServerTestEmail',
  summary: 'Send a short test mail to the address of your own account, to try the mail server',
  scope: 'admin',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({ recipient: Type.String() }),
  async run({ deps, scope }) {
    const { mailer } = deps.services.testEmail;
    if (mailer === undefined) throw mailServerNotSet();
    const recipient = scope.access?.account?.email;
    if (recipient === undefined) throw onlyForPeople();
    const fault = await mailer.verify();
    if (fault !== undefined) throw new DomainError('unavailable', describeMailFault(fault));
    const text = `The mail server of Galley at ${deps.baseUrl} works.`;
    const sentAt = deps.clock.now();
    const mail = { recipient, subject: SUBJECT, html: `<p>${text}</p>`, plainText: text, sentAt };
    await mailer.send(mail, ownerOf(scope));
    return { recipient };
  },
});
