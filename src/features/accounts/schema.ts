import { type Static, Type } from '@sinclair/typebox';

/** A text with a limit on its length. Passwords have stricter rules. */
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const Email = Text(254);
const Password = Text(1000);
const Token = Text(200);
const Code = Text(40);
const AccountName = Text(200);

/** The result of the browser's `navigator.credentials`, as JSON. */
const BrowserCredential = Type.Object({ id: Text(2000) }, { additionalProperties: true });

export const Credentials = Type.Object({ email: Email, password: Password });
export const PasskeyResponse = Type.Object({ response: BrowserCredential });

/** One of the two fields is required. */
export const CodeInput = Type.Object({ code: Type.Optional(Code), recovery_code: Type.Optional(Code) });

/** One of the three fields is required. */
export const Reauthentication = Type.Object({
  password: Type.Optional(Password),
  code: Type.Optional(Code),
  passkey: Type.Optional(BrowserCredential),
});

export const LinkToken = Type.Object({ token: Token });

/** Name and address are omitted if the link or the account has them. */
export const LinkOwner = Type.Object({
  token: Token,
  name: Type.Optional(AccountName),
  email: Type.Optional(Email),
});
export type LinkOwner = Static<typeof LinkOwner>;

export const LinkPassword = Type.Composite([LinkOwner, Type.Object({ password: Password })]);

export const LinkPasskey = Type.Composite([
  LinkOwner,
  Type.Object({ response: BrowserCredential, passkey_name: Type.Optional(AccountName) }),
]);

export const NewPassword = Type.Object({ password: Password });
export const NewName = Type.Object({ name: AccountName });
export const NewPasskey = Type.Object({ response: BrowserCredential, name: Type.Optional(AccountName) });
export const AppCode = Type.Object({ code: Code });
export const ForgottenPassword = Type.Object({ email: Email });

/** The password, which the library requires of accounts that have one. */
export const PasswordAgain = Type.Partial(Type.Pick(Credentials, ['password']));
