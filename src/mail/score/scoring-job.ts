import type { ContentOperations } from '../model/index.ts';
import type { MailFacts } from './mail/read-mail.ts';
import type { Area, Finding } from './rule.ts';
import type { AreaScore } from './score.ts';

/** What is to be rated, as it goes to a worker. */
export interface ScoringJob extends MailFacts {
  /** JSON of a parsed content. */
  content: string;
  /** Also make one list of operations out of all fixes. */
  fixTogether: boolean;
}

/** The rating of a content in all areas, small enough to be kept. */
export interface Rating {
  areas: Record<Area, RatedArea>;
  /** All fixes as one list, if that was asked for. */
  fixes?: ContentOperations | undefined;
}

export interface RatedArea {
  /** 0 to 100, whole. */
  score: number;
  /** Findings there are, those that were not kept included. */
  total: number;
  findings: Pick<Finding, 'id' | 'severity' | 'blockId' | 'message' | 'suggestion' | 'fix'>[];
  notMeasured: AreaScore['notMeasured'];
}
