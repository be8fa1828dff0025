/**
 * Rates mails for spam, readability, accessibility and best practices. Pure. The rules and their word lists are in
 * score-content.ts, which is loaded with the first rating; this file is cheap to load.
 */
export type { RenderedFacts } from './mail/mail.ts';
export type { Area, Severity } from './rule.ts';
export type {
  CheckedFinding,
  FindingJob,
  RatedArea,
  RatedFinding,
  Rating,
  RatingJob,
  ScoringJob,
} from './scoring-job.ts';
