/**
 * Connects requests that need a sign-in with the dialog that asks for it (`ui/sign-in-again.tsx`). Requests that fail at
 * the same time share one dialog.
 */
export type SignInReason = 'expired' | 'too-old';

type Listener = (reason: SignInReason | undefined) => void;

class SignInRequests {
  /** Whether a person was signed in since the page was loaded. Before that, the sign-in page asks. */
  wasSignedIn = false;
  #listener: Listener | undefined;
  #pending: { promise: Promise<boolean>; resolve(isSignedIn: boolean): void } | undefined;

  /** Resolves to whether the person has signed in. False if they cancel, or if there is no dialog. */
  ask(reason: SignInReason): Promise<boolean> {
    if (this.#listener === undefined || !this.wasSignedIn) return Promise.resolve(false);
    this.#pending ??= Promise.withResolvers<boolean>();
    this.#listener(reason);
    return this.#pending.promise;
  }

  answer(isSignedIn: boolean): void {
    this.#pending?.resolve(isSignedIn);
    this.#pending = undefined;
    this.#listener?.(undefined);
  }

  /** Called by the dialog. Returns a function that ends it. */
  listen(listener: Listener): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = undefined;
      this.answer(false);
    };
  }
}

export const signInRequests = new SignInRequests();
export const askForSignIn = (reason: SignInReason): Promise<boolean> => signInRequests.ask(reason);
