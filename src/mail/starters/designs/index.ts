import type { StarterName } from '../choose-starter.ts';
import type { Design, DesignContext } from '../design.ts';
import type { StarterWords } from '../words/index.ts';
import { announcement } from './announcement.ts';
import { changelog } from './changelog.ts';
import { event } from './event.ts';
import { newsletter } from './newsletter.ts';
import { promotion } from './promotion.ts';
import { receipt } from './receipt.ts';
import { reengagement } from './reengagement.ts';
import { reset } from './reset.ts';
import { shipping } from './shipping.ts';
import { survey } from './survey.ts';
import { verify } from './verify.ts';
import { welcome } from './welcome.ts';

const DESIGNS: Record<StarterName, (context: DesignContext) => Design> = {
  welcome,
  verify,
  reset,
  receipt,
  shipping,
  newsletter,
  promotion,
  event,
  survey,
  're-engagement': reengagement,
  announcement,
  changelog,
};

export function designOf(starter: StarterName): (context: DesignContext) => Design {
  return DESIGNS[starter];
}

/** The texts of a starter. */
export function wordsOf(words: StarterWords, starter: StarterName) {
  return words[starter === 're-engagement' ? 'reengagement' : starter];
}
