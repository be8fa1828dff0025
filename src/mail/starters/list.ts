import { KIND_OF, STARTERS, type StarterName } from './choose-starter.ts';
import type { MailKind } from './design.ts';
import type { Family } from './family.ts';

/** What a gallery shows of a starter. */
interface StarterSummary {
  name: StarterName;
  title: string;
  description: string;
  family: Family['name'];
  kind: MailKind;
}

export const FAMILY_OF: Record<StarterName, Family['name']> = {
  welcome: 'product',
  verify: 'product',
  reset: 'product',
  receipt: 'product',
  shipping: 'product',
  newsletter: 'editorial',
  promotion: 'bold',
  event: 'bold',
  survey: 'bold',
  're-engagement': 'editorial',
  announcement: 'editorial',
  changelog: 'product',
};

const ABOUT: Record<StarterName, { title: string; description: string }> = {
  welcome: { title: 'Welcome', description: 'Greets new users and shows the first steps.' },
  verify: { title: 'Confirm an address', description: 'A code or a button that confirms an email address.' },
  reset: {
    title: 'Reset a password',
    description: 'A button for a new password, and what to do if it was not asked for.',
  },
  receipt: { title: 'Receipt', description: 'What was bought, what it cost, and what comes next.' },
  shipping: { title: 'Shipping', description: 'How far a parcel is, and where to track it.' },
  newsletter: { title: 'Newsletter', description: 'A lead story and shorter pieces in two columns.' },
  promotion: { title: 'Promotion', description: 'An offer in large type, with a code and its last day.' },
  event: { title: 'Invitation', description: 'An event with day, place and price.' },
  survey: { title: 'Survey', description: 'One question, the time it takes, and one button.' },
  're-engagement': {
    title: 'Win back',
    description: 'A letter to readers who were away, with a way back and a way out.',
  },
  announcement: { title: 'Announcement', description: 'One piece of news below a headline and a picture.' },
  changelog: { title: 'Changelog', description: 'New, better and fixed: a list of changes with icons.' },
};

/** All starters, in the order in which they are offered. */
export const STARTER_LIST: readonly StarterSummary[] = STARTERS.map((name) => ({
  name,
  ...ABOUT[name],
  family: FAMILY_OF[name],
  kind: KIND_OF[name],
}));
