export const SIGN_IN = {
  title: 'Sign in',
  noAccounts: 'No account yet',
  noAccountsHint:
    'Run this command on the machine of the server. It prints a link to make the first account.',
  command: 'Command',
  forgotten: 'You cannot sign in?',
  forgottenHint:
    'Ask the operator of this server for a link to sign in again: "galley admin link --email" with your address prints one.',
  /** By the reason in the address. */
  refusals: {
    failed: 'The sign-in at your provider has failed. Try again, or ask the operator of this server.',
    expired: 'The sign-in took too long. Try again.',
    no_account: 'There is no account for you. Ask for an invitation.',
    domain_not_allowed: 'Addresses of your domain may not sign in here.',
    email_not_verified: 'Your provider has not verified your email address.',
  },
};
