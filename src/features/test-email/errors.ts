import { DomainError, invalidField } from '../../platform/errors.ts';
import type { MailFault } from '../../platform/network/send-mail.ts';

export const noMailServer = () => new DomainError('unavailable', 'Test emails cannot be sent from here.');

export const mailServerNotSet = () =>
  new DomainError('unavailable', 'No mail server is set. GALLEY_SMTP_URL sets one, and needs a restart.');

export const notAnAddress = () => invalidField('recipient', 'must be one email address.');

export const onlyForPeople = () =>
  new DomainError('forbidden', 'Only people who are signed in can send test mails to themselves.');

export const addressNotProven = () =>
  new DomainError(
    'forbidden',
    'Your email address is not confirmed yet. Sign out, choose “You cannot sign in?”, and open the link in the mail.',
  );

export const notAllowed = () =>
  new DomainError(
    'forbidden',
    'Test mails cannot be sent to this recipient from here: it is not on the list of allowed recipients.',
  );

export const tooManyAtOnce = () =>
  new DomainError(
    'unavailable',
    'Other test mails are being sent at the moment. Try again in a few seconds.',
  );

/** `status`: the SMTP reply code, if there was one. The reason is logged; people are told what they can do. */
export function mailNotSent(fault: MailFault, status: number | undefined): DomainError {
  if (fault === 'recipient') {
    const code = status === undefined ? '' : ` (${status})`;
    return invalidField('recipient', `The mail server does not accept this recipient${code}.`);
  }
  const message =
    fault === 'timeout'
      ? 'The test email was not sent: it took too long. Try again later.'
      : 'The test email could not be sent at the moment. Try again later.';
  return new DomainError('unavailable', message);
}
