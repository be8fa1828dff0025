/**
 * Connects requests that need a sign-in with the dialog that asks for it (`ui/sign-in-again.tsx`). Requests that fail at the
 * same time wait for the same dialog.
 */
export type SignInReason = 'expired' | 'too-old';

type Listener = (reason: SignInReason | undefined) => void;

class SignInRequests {
  /** Somebody was signed in on this page. Until then the sign-in page asks. */
  wasSignedIn = false;
  #listener: Listener | undefined;
  #pending: { promise: Promise<boolean>; resolve(isSignedIn: boolean): void } | undefined;

  /** True once the person has signed in; false if they do not want to, or if no dialog can ask for it. */
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

  /** Called by the dialog. Returns what ends it. */
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
