import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { AccountCall } from './account-call.ts';

/** A text with a limit on its length. Passwords have stricter rules. */
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const Email = Text(254);
const Password = Text(1000);
const Token = Text(200);
const Code = Text(40);
const AccountName = Text(200);

/** The result of the browser's `navigator.credentials`, as JSON. */
const BrowserCredential = Type.Object({ id: Text(2000) }, { additionalProperties: true });

const Credentials = Type.Object({ email: Email, password: Password });
const PasskeyResponse = Type.Object({ response: BrowserCredential });

/** One of the two fields is required. */
const CodeInput = Type.Object({ code: Type.Optional(Code), recovery_code: Type.Optional(Code) });

/** One of the three fields is required. */
const Reauthentication = Type.Object({
  password: Type.Optional(Password),
  code: Type.Optional(Code),
  passkey: Type.Optional(BrowserCredential),
});
export type Reauthentication = Static<typeof Reauthentication>;

const LinkToken = Type.Object({ token: Token });

/** Name and address are omitted if the link or the account has them. */
const LinkOwner = Type.Object({
  token: Token,
  name: Type.Optional(AccountName),
  email: Type.Optional(Email),
});
export type LinkOwner = Static<typeof LinkOwner>;

const LinkPassword = Type.Composite([LinkOwner, Type.Object({ password: Password })]);

const LinkPasskey = Type.Composite([
  LinkOwner,
  Type.Object({ response: BrowserCredential, passkey_name: Type.Optional(AccountName) }),
]);

const NewPassword = Type.Object({ password: Password });
const NewName = Type.Object({ name: AccountName });
const NewPasskey = Type.Object({ response: BrowserCredential, name: Type.Optional(AccountName) });
const AppCode = Type.Object({ code: Code });
const ForgottenPassword = Type.Object({ email: Email });

/** The password, which the library requires of accounts that have one. */
const PasswordAgain = Type.Partial(Type.Pick(Credentials, ['password']));

const Nothing = Type.Object({});
const IsoTime = Type.String({ description: 'ISO 8601.' });

const SignInState = Type.Object({
  has_accounts: Type.Boolean(),
  single_sign_on: Type.Union([Type.Object({ name: Type.String(), url: Type.String() }), Type.Null()], {
    description: 'The provider of single sign-on, if one is configured.',
  }),
  has_mail: Type.Boolean(),
});

/** A person, and what they sign in with. */
export const Account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  is_operator: Type.Boolean(),
  has_password: Type.Boolean(),
  has_single_sign_on: Type.Boolean(),
  has_authenticator_app: Type.Boolean(),
  passkeys: Type.Integer(),
});

const AccountSession = Type.Object({
  account: Account,
  session: Type.Object({
    id: Type.String(),
    signed_in_at: IsoTime,
    is_fresh: Type.Boolean({ description: 'Credentials may be changed.' }),
    fresh_until: IsoTime,
  }),
});

const Sessions = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      is_current: Type.Boolean(),
      device: Type.String({ description: 'The name that the browser gives itself.' }),
      address: Type.String(),
      signed_in_at: IsoTime,
      last_seen_at: IsoTime,
      expires_at: IsoTime,
    }),
  ),
});

const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: IsoTime,
  last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'null: never.' }),
});

const SignInStep = Type.Object({
  next: Type.Union([Type.Literal('code'), Type.Null()], {
    description: '`code`: a code of the authenticator app, or a recovery code, has to follow.',
  }),
});

const LinkStep = Type.Object({
  next: Type.Union([Type.Literal('sign_in'), Type.Null()], {
    description: '`sign_in`: the person has an authenticator app, so the sign-in page asks for its code.',
  }),
});

const Link = Type.Object({
  kind: Type.Union([Type.Literal('invitation'), Type.Literal('set_up'), Type.Literal('reset')]),
  email: Type.Union([Type.String(), Type.Null()]),
  role: Type.Union([Type.String(), Type.Null()]),
  expires_at: IsoTime,
});

/** Options for the browser's `navigator.credentials`, as JSON. */
const CredentialOptions = Type.Object({ options: Type.Unsafe<object>({}) });

const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

const AuthenticatorApp = Type.Object({
  uri: Type.String(),
  secret: Type.Union([Type.String(), Type.Null()]),
  recovery_codes: Type.Array(Type.String()),
});

/** Routes by method and path, with what they take in the body, and answer. */
export const ACCOUNT_OPERATIONS = {
  'GET /state': { name: 'getSignInState', output: SignInState },
  'GET /session': { name: 'getSession', output: AccountSession },
  'PATCH /profile': { name: 'updateProfile', input: NewName, output: NewName },
  'POST /password': { name: 'setPassword', input: NewPassword, output: Nothing },
  'GET /sessions': { name: 'listSessions', output: Sessions },
  'DELETE /sessions/:id': { name: 'endSession', output: Nothing },
  'DELETE /sessions': {
    name: 'endOtherSessions',
    output: Type.Object({ ended: Type.Integer() }),
  },
  'POST /sign-in': { name: 'signIn', input: Credentials, output: SignInStep },
  'POST /sign-in/code': { name: 'signInByCode', input: CodeInput, output: SignInStep },
  'POST /sign-in/passkey/options': { name: 'startPasskeySignIn', output: CredentialOptions },
  'POST /sign-in/passkey': { name: 'signInByPasskey', input: PasskeyResponse, output: SignInStep },
  'POST /reauthenticate': { name: 'reauthenticate', input: Reauthentication, output: Nothing },
  'POST /sign-out': { name: 'signOut', output: Nothing },
  'POST /link': { name: 'describeLink', input: LinkToken, output: Link },
  'POST /link/password': { name: 'acceptLinkByPassword', input: LinkPassword, output: LinkStep },
  'POST /link/passkey/options': { name: 'startLinkPasskey', input: LinkOwner, output: CredentialOptions },
  'POST /link/passkey': { name: 'acceptLinkByPasskey', input: LinkPasskey, output: LinkStep },
  'POST /link/join': { name: 'joinByLink', input: LinkToken, output: Nothing },
  'GET /passkeys': {
    name: 'listPasskeys',
    output: Type.Object({ items: Type.Array(Passkey) }),
  },
  'POST /passkeys/options': { name: 'startPasskey', output: CredentialOptions },
  'POST /passkeys': { name: 'addPasskey', input: NewPasskey, output: Passkey },
  'PATCH /passkeys/:id': { name: 'renamePasskey', input: NewName, output: Passkey },
  'DELETE /passkeys/:id': { name: 'removePasskey', output: Nothing },
  'POST /authenticator-app': {
    name: 'startAuthenticatorApp',
    input: PasswordAgain,
    output: AuthenticatorApp,
  },
  'POST /authenticator-app/confirm': { name: 'confirmAuthenticatorApp', input: AppCode, output: Nothing },
  'DELETE /authenticator-app': { name: 'removeAuthenticatorApp', output: Nothing },
  'POST /authenticator-app/recovery-codes': {
    name: 'makeRecoveryCodes',
    input: PasswordAgain,
    output: RecoveryCodes,
  },
  'POST /forgotten-password': { name: 'requestPasswordReset', input: ForgottenPassword, output: Nothing },
};

export interface AccountOperation {
  name: string;
  input?: TObject;
  output: TSchema;
}

type Operations = typeof ACCOUNT_OPERATIONS;

type InputOf<Operation> = Operation extends { input: infer Input extends TSchema }
  ? Static<Input>
  : undefined;

/** What account routes do. The result is sent as JSON. */
export type AccountHandlers = {
  [Route in keyof Operations]: (
    call: AccountCall,
    input: InputOf<Operations[Route]>,
  ) => Promise<Static<Operations[Route]['output']>>;
};
