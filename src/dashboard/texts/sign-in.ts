export const SIGN_IN = {
  title: 'Sign in',
  noAccounts: 'No account yet',
  noAccountsHint:
    'Run this command on the machine of the server. It prints a link to make the first account.',
  command: 'Command',
};
