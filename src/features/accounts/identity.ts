/** Who has signed in. */
export interface Identity {
  accountId: string;
  name: string;
  email: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  signedInAt: number;
  /** When the session ends, in milliseconds since the epoch. */
  expiresAt: number;
  /** Operators act on every team. */
  isOperator: boolean;
}
