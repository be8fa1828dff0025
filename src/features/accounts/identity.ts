/** Who has signed in. */
export interface Identity {
  accountId: string;
  name: string;
  email: string;
  sessionId: string;
  /** ms */
  signedInAt: number;
  /** Acts on every team. */
  isOperator: boolean;
}
