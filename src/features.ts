import type { DescribedSetting, OidcProvider, Settings } from './config/index.ts';
import { access } from './features/access/feature.ts';
import { accounts } from './features/accounts/feature.ts';
import { activity } from './features/activity/feature.ts';
import { ai } from './features/ai/feature.ts';
import { audit } from './features/audit/feature.ts';
import { backups } from './features/backups/feature.ts';
import { certificates } from './features/certificates/feature.ts';
import { comments } from './features/comments/feature.ts';
import { dataJobs } from './features/data-jobs/feature.ts';
import { grants } from './features/grants/feature.ts';
import { importing } from './features/importing/feature.ts';
import { instance } from './features/instance/feature.ts';
import { media } from './features/media/feature.ts';
import { members } from './features/members/feature.ts';
import { overview } from './features/overview/feature.ts';
import { projects } from './features/projects/feature.ts';
import { proposals } from './features/proposals/feature.ts';
import { rendering } from './features/rendering/feature.ts';
import { replacing } from './features/replacing/feature.ts';
import { savedModules } from './features/saved-modules/feature.ts';
import { scoring } from './features/scoring/feature.ts';
import { snapshots } from './features/snapshots/feature.ts';
import { starters } from './features/starters/feature.ts';
import { templates } from './features/templates/feature.ts';
import { testEmail } from './features/test-email/feature.ts';
import { trash } from './features/trash/feature.ts';
import type { Feature } from './platform/feature.ts';
import type { MailServer } from './platform/network/mail-server.ts';
import type { AnyOperation } from './platform/operation.ts';
import { realtime } from './realtime/feature.ts';

/** The settings that features are created with, beside `Deps`. */
interface FeatureSettings extends Settings {
  /** Undefined if the settings name no mail server. */
  mailServer: MailServer | undefined;
  /** Undefined if the settings name none. */
  oidcProvider: OidcProvider | undefined;
  /** Operations that agents may perform. */
  agentOperations: readonly AnyOperation[];
  /** Names of the tools for agents. */
  agentTools: readonly string[];
  /** Operations that backends may perform over the backend API. */
  serverOperations: readonly AnyOperation[];
  /** PEM files of the certificate; undefined without TLS. */
  certificateFiles: { cert: string; key: string } | undefined;
  /** Address of the ACME directory. */
  acmeDirectory: string;
  /** For people, without the values of secrets. */
  describedSettings: readonly DescribedSetting[];
  /** Operations of the admin API. */
  adminOperations: readonly AnyOperation[];
}

/** All features, lowest first: each may use those before it. */
export const FEATURES: readonly Feature<FeatureSettings>[] = [
  projects,
  accounts,
  members,
  access,
  grants,
  trash,
  starters,
  templates,
  media,
  rendering,
  testEmail,
  importing,
  snapshots,
  comments,
  savedModules,
  replacing,
  activity,
  scoring,
  proposals,
  ai,
  audit,
  backups,
  dataJobs,
  certificates,
  instance,
  overview,
  realtime,
];
