interface Challenge {
  /** The name that the authority checks. */
  name: string;
  token: string;
  /** The authority's token joined with the hash of the account's key; for `dns-01` the value of the record. */
  text: string;
}

/** How this server proves to the authority that a name belongs to it. */
export interface Proof {
  challenge: 'http-01' | 'dns-01';
  show(challenge: Challenge): Promise<void>;
  hide(challenge: Challenge): Promise<void>;
}

/** `texts`: the texts served at `/.well-known/acme-challenge/<token>`, by token. */
export const proveByHttp = (texts: Map<string, string>): Proof => ({
  challenge: 'http-01',
  async show({ token, text }) {
    texts.set(token, text);
  },
  async hide({ token }) {
    texts.delete(token);
  },
});

/** Time limit of the hook. It may wait until all name servers have the record. */
const HOOK_MS = 120_000;

/** Of what the hook writes to standard error. */
const MAX_ERROR_CHARACTERS = 200;

/**
 * `hook`: an executable that sets and removes a TXT record, called as `<hook> present|cleanup _acme-challenge.<name>. <value>`,
 * as hooks of lego are.
 */
export const proveByDns = (hook: string): Proof => ({
  challenge: 'dns-01',
  show: ({ name, text }) => runHook(hook, 'present', name, text),
  hide: ({ name, text }) => runHook(hook, 'cleanup', name, text),
});

/** Throws with the end of what the hook wrote to standard error. */
async function runHook(
  hook: string,
  action: 'present' | 'cleanup',
  name: string,
  text: string,
): Promise<void> {
  const child = startHook([hook, action, `_acme-challenge.${name}.`, text]);
  const errors = (await child.stderr.text()).trim().slice(-MAX_ERROR_CHARACTERS);
  if ((await child.exited) === 0) return;
  const end = child.signalCode === null ? `ended with ${child.exitCode}` : `was ended by ${child.signalCode}`;
  throw new Error(`the DNS hook ${hook} ${action} ${end}${errors === '' ? '' : `: ${errors}`}`);
}

function startHook(command: [hook: string, ...args: string[]]) {
  try {
    return Bun.spawn(command, { stdio: ['ignore', 'ignore', 'pipe'], timeout: HOOK_MS });
  } catch {
    throw new Error(
      `the DNS hook ${command[0]} cannot be started: name an executable file in GALLEY_ACME_DNS_HOOK`,
    );
  }
}
