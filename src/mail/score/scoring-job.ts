import type { ContentOperations } from '../model/index.ts';
import type { MailFacts } from './mail/read-mail.ts';
import type { Area, Finding } from './rule.ts';
import type { AreaScore } from './score.ts';

/** A content to rate, as it is sent to a worker. */
export interface ScoringJob extends MailFacts {
  /** JSON of a parsed content. */
  content: string;
  /** Also combine all fixes into one list of operations. */
  fixTogether: boolean;
}

/** The rating of a content in all areas, small enough to be kept. */
export interface Rating {
  areas: Record<Area, RatedArea>;
  /** All fixes as one list of operations, when requested. */
  fixes?: ContentOperations | undefined;
}

export interface RatedArea {
  /** 0 to 100, whole. */
  score: number;
  /** How many findings there are, including those left out. */
  total: number;
  findings: Pick<Finding, 'id' | 'severity' | 'blockId' | 'message' | 'suggestion' | 'fix'>[];
  notMeasured: AreaScore['notMeasured'];
}
