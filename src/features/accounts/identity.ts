/** Who has signed in. */
export interface Identity {
  accountId: string;
  name: string;
  email: string;
  sessionId: string;
  /** Milliseconds since the epoch. */
  signedInAt: number;
  /** Operators act on every team. */
  isOperator: boolean;
}
