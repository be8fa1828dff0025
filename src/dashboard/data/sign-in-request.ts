/**
 * Connects requests that need a sign-in with the dialog that asks for it (`ui/sign-in-again.tsx`). Requests that fail at
 * the same time share one dialog.
 */
export type SignInReason = 'expired' | 'too-old';

type Listener = (reason: SignInReason | undefined) => void;

class SignInRequests {
  /** Whether a person was signed in since the page was loaded. Before that, the sign-in page asks. */
  wasSignedIn = false;
  /** The person has closed the dialog. Pages that load their data again and again must not open it each time. */
  #isDeclined = false;
  #listener: Listener | undefined;
  #pending: { promise: Promise<boolean>; resolve(isSignedIn: boolean): void } | undefined;

  /**
   * Resolves to whether the person has signed in. False if they cancel, or if there is no dialog. Once they have canceled, only
   * changes open the dialog.
   */
  ask(reason: SignInReason, isChange: boolean): Promise<boolean> {
    if (this.#listener === undefined || !this.wasSignedIn) return Promise.resolve(false);
    if (this.#isDeclined && !isChange) return Promise.resolve(false);
    this.#pending ??= Promise.withResolvers<boolean>();
    this.#listener(reason);
    return this.#pending.promise;
  }

  answer(isSignedIn: boolean): void {
    this.#isDeclined = !isSignedIn;
    this.#pending?.resolve(isSignedIn);
    this.#pending = undefined;
    this.#listener?.(undefined);
  }

  /** Called by the dialog. Returns a function that ends it. */
  listen(listener: Listener): () => void {
    this.#listener = listener;
    this.#isDeclined = false;
    return () => {
      this.#listener = undefined;
      this.answer(false);
    };
  }
}

export const signInRequests = new SignInRequests();
