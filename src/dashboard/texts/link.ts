export const LINK = {
  opening: 'Opening the link',
  notValid: 'This link is not valid',
  notValidHint:
    'It was used, has expired, or is incomplete. Ask for a new one: the operator makes it with "galley admin link", or invites you again.',
  toSignIn: 'Go to sign-in',
  titles: { set_up: 'Set up Galley', invitation: 'You are invited', reset: 'Sign in again' },
  hints: {
    set_up: 'You become the operator of this server. The account is stored on this server only.',
    invitation: 'Make your account to join the team.',
    reset: 'Make a new passkey or password for your account.',
  },
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 12 characters, not easy to guess.',
  method: 'How you will sign in',
  methods: { passkey: 'Passkey', password: 'Password' },
  passkeyHint:
    'A passkey is kept by this device or your password manager. You sign in with a fingerprint, your face or a PIN, and there is no password to steal.',
  createPasskey: 'Create passkey and go on',
  usePassword: 'Set password and go on',
  accountExists: 'You have an account already. Sign in to join the team.',
  joinAs: (email: string) => `You are signed in as ${email}.`,
  join: 'Join the team',
};
