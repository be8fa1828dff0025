import type { Mail } from '../../mail/mail.ts';

/** Said with findings that only marketing mails have, if nothing shows that the mail is one. */
export function explainGuess({ isKindSure }: Pick<Mail, 'isKindSure'>): string {
  return isKindSure
    ? ''
    : ' Only marketing mails need it. If this mail answers something its reader did, score it as transactional.';
}
