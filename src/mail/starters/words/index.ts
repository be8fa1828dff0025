import { type Static, type TProperties, Type } from '@sinclair/typebox';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import nl from './nl.json';
import pt from './pt.json';

const Text = Type.String({ minLength: 1 });
const Texts = Type.Array(Text, { minItems: 1 });

/** A text with `{name}`, the name of the sender or product, and the same without. */
const Pair = Type.Tuple([Text, Text]);
export type Pair = Static<typeof Pair>;

const Titled = Type.Tuple([Text, Text], { description: 'A title and a text.' });

const closed = { additionalProperties: false };

/** The texts of one starter: those all have, and its own. */
function mail<P extends TProperties>(own: P) {
  return Type.Object(
    {
      subject: Type.Tuple([Text, Text], {
        description: 'A pair: at most 60 letters with a name of 20, at least four words.',
      }),
      preheader: Type.String({ minLength: 30, maxLength: 130 }),
      title: Pair,
      text: Texts,
      button: Text,
      /** What the picture shows, as its alternative text. */
      picture: Type.String({ minLength: 10, maxLength: 100 }),
      ...own,
    },
    closed,
  );
}

/**
 * What the starters say in one language. Words in braces are replaced: `{name}`, `{duration}`, `{percent}`, `{date}`.
 * Simple words and short sentences: all of it is rated for readability.
 */
export const StarterWords = Type.Object(
  {
    hello: Pair,
    reply: Text,
    footer: Type.Object(
      { marketing: Pair, transactional: Pair, unsubscribe: Text, viewOnline: Text },
      closed,
    ),
    labels: Type.Object(
      {
        details: Text,
        code: Text,
        when: Text,
        where: Text,
        price: Text,
        discount: Text,
        order: Text,
        tracking: Text,
        total: Text,
        item: Text,
        link: Text,
        version: Text,
        duration: Text,
        about: Text,
        speakers: Text,
      },
      closed,
    ),
    welcome: mail({ stepsTitle: Text, steps: Type.Tuple([Titled, Titled, Titled]) }),
    verify: mail({ codeText: Text, expiry: Text, safety: Text }),
    reset: mail({ eyebrow: Text, expiry: Text, safetyTitle: Text, safety: Texts }),
    receipt: mail({ next: Titled, help: Titled }),
    shipping: mail({ steps: Type.Tuple([Text, Text, Text]), expected: Text, help: Titled }),
    newsletter: mail({ articles: Type.Tuple([Titled, Titled, Titled]), inside: Text }),
    promotion: mail({ off: Text, subjectOff: Text, useCode: Text, until: Text }),
    event: mail({ eyebrow: Text, closing: Titled }),
    survey: mail({ eyebrow: Text, closing: Text }),
    reengagement: mail({ stay: Titled, leave: Titled, leaveLink: Text }),
    announcement: mail({ eyebrow: Text, meaning: Titled }),
    changelog: mail({ added: Text, better: Text, fixed: Text, changes: Type.Tuple([Text, Text, Text]) }),
  },
  closed,
);

export type StarterWords = Static<typeof StarterWords>;

/**
 * Languages of the starters, by primary subtag. TypeScript does not see that lists of a JSON file are tuples; a test
 * checks the files against the schema.
 */
export const LANGUAGES: ReadonlyMap<string, StarterWords> = new Map(
  Object.entries({ en, de, fr, es, nl, it, pt } as unknown as Record<string, StarterWords>),
);
