import type { ContentOperations } from '../model/index.ts';
import type { MailFacts } from './mail/read-mail.ts';
import type { Area, Finding } from './rule.ts';
import type { AreaScore } from './score.ts';

/** A content to rate, as it is sent to a worker. */
export interface RatingJob extends MailFacts {
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
  /** How many findings each rule has, including those left out; a rule without any is missing. */
  counts: Record<string, number>;
  findings: RatedFinding[];
  notMeasured: AreaScore['notMeasured'];
}

export interface RatedFinding
  extends Pick<Finding, 'id' | 'rule' | 'severity' | 'blockId' | 'message' | 'suggestion' | 'fix'> {
  /** What can fix it in the text of its block alone. Undefined: it is elsewhere, or in no text of the top level. */
  textFixedBy?: 'rule' | 'model' | undefined;
}

/** A finding to check again, as it is sent to a worker. */
export interface FindingJob extends Pick<MailFacts, 'knownTags'> {
  /** JSON of a parsed content. */
  content: string;
  /** Id and message of the finding in a rating. */
  id: string;
  message: string | undefined;
  /** The present text of the block it is about. */
  html: string;
}

export interface CheckedFinding {
  /** The rule that found it; empty for an id that names none. */
  rule: string;
  /** How many findings the rule has in the block. */
  count: number;
  /** The text after the rule's own fix; undefined without a fix, or when the finding is gone. */
  fixed: string | undefined;
  /** What the rule says now; undefined when the finding is gone. */
  message: string | undefined;
  suggestion: string | undefined;
}

/** What a scoring worker does. */
export type ScoringJob = ({ task: 'rate' } & RatingJob) | ({ task: 'checkFinding' } & FindingJob);
