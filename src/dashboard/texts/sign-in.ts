export const SIGN_IN = {
  title: 'Sign in',
  noAccounts: 'No account yet',
  noAccountsHint:
    'Run this command on the machine of the server. It prints a link to create the first account.',
  command: 'Command',
  forgotten: 'You cannot sign in?',
  forgottenHint:
    'Ask your administrator for a link to sign in again. If you run this server, "galley admin link --email" with your address prints one.',
  yourEmail: 'Your email address',
  sendHint: 'You get a link to create a new passkey or password.',
  send: 'Send link',
  sent: 'If there is an account with this address, a link is on its way. It is valid for an hour.',
  /** By the reason in the address. */
  refusals: {
    failed: 'The sign-in at your provider has failed. Try again, or ask your administrator.',
    expired: 'The sign-in took too long. Try again.',
    no_account: 'There is no account for you. Ask for an invitation.',
    domain_not_allowed: 'Addresses of your domain may not sign in here.',
    email_not_verified: 'Your provider has not verified your email address.',
  },
};
