import { type Static, Type } from '@sinclair/typebox';

/** Longest texts that are looked at; the rules for passwords are stricter. */
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

export const Email = Text(254);
export const Password = Text(1000);
export const Token = Text(200);
export const Code = Text(40);
export const PersonName = Text(200);

export const Credentials = Type.Object({ email: Email, password: Password });
export type Credentials = Static<typeof Credentials>;

export const LinkToken = Type.Object({ token: Token });

/** Name and address are left out where the link or the account has them. */
export const LinkAcceptance = Type.Object({
  token: Token,
  name: Type.Optional(PersonName),
  email: Type.Optional(Email),
  password: Password,
});
