/**
 * What the starters say in one language. Pairs are a text with `{name}`, the name of the sender or product, and the same
 * without. Simple words and short sentences: all of it is rated for readability.
 */
export type Pair = readonly [named: string, bare: string];

type Titled = readonly [title: string, text: string];

interface Mail {
  /** At most 60 letters with a name of 20, at least four words. */
  subject: Pair;
  /** 30 to 130 letters. */
  preheader: string;
  title: Pair;
  text: readonly string[];
  button: string;
}

export interface StarterWords {
  hello: Pair;
  reply: string;
  footer: {
    marketing: Pair;
    transactional: Pair;
    unsubscribe: string;
    viewOnline: string;
  };
  labels: {
    details: string;
    code: string;
    when: string;
    where: string;
    price: string;
    discount: string;
    order: string;
    tracking: string;
    total: string;
    item: string;
    link: string;
    version: string;
    duration: string;
    about: string;
  };
  welcome: Mail & { stepsTitle: string; steps: readonly [Titled, Titled, Titled] };
  verify: Mail & { codeText: string; expiry: string; safety: string };
  reset: Mail & { eyebrow: string; expiry: string; safetyTitle: string; safety: readonly string[] };
  receipt: Mail & { next: Titled; help: Titled };
  shipping: Mail & { steps: readonly [string, string, string]; expected: string; help: Titled };
  newsletter: Mail & { articles: readonly [Titled, Titled, Titled]; inside: string };
  promotion: Mail & { off: string; subjectOff: string; useCode: string; until: string };
  event: Mail & { eyebrow: string; closing: Titled };
  survey: Mail & { eyebrow: string; closing: string };
  reengagement: Mail & { stay: Titled; leave: Titled; leaveLink: string };
  announcement: Mail & { eyebrow: string; meaning: Titled };
  changelog: Mail & {
    added: string;
    better: string;
    fixed: string;
    changes: readonly [string, string, string];
  };
}
