import type { Deps } from '../../../platform/deps.ts';
import { checkModels } from '../../ai/index.ts';
import { readBackupStatus } from '../../backups/index.ts';
import { describeMailFault } from '../../test-email/index.ts';
import { CHECK_TIMEOUT_MS, type CheckResult, resultsOf } from './result.ts';

const mail = resultsOf('mail');

/** Connects to the mail server and signs in, without sending a mail. */
export async function checkMail({ services }: Deps): Promise<CheckResult> {
  const { mailer } = services.testEmail;
  if (mailer === undefined) {
    return mail.ok('No mail server is set, so Galley sends no mails. GALLEY_SMTP_URL sets one.');
  }
  const fault = await mailer.verify();
  if (fault === undefined) return mail.ok('The mail server accepts the sign-in.');
  return mail.fault(describeMailFault(fault));
}

const model = resultsOf('model');

/** Asks the language model small questions, which cost a few tokens. */
export async function checkModel(deps: Deps): Promise<CheckResult> {
  if (!deps.services.ai.model.isConfigured) {
    return model.ok('No language model is set, so Galley writes no texts. GALLEY_AI_PROVIDER sets one.');
  }
  const { models } = await checkModels(deps);
  const problems = models.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) return model.fault(`The language model cannot be used. ${problems.join(' ')}`);
  return model.ok(`${models.map(({ model: name }) => name).join(' and ')} answers as needed.`);
}

const backups = resultsOf('backups');

/** Whether scheduled backups succeed, and their target can be written now. */
export async function checkBackups(deps: Deps): Promise<CheckResult> {
  const status = await readBackupStatus(deps);
  if (status === undefined) {
    return backups.warning(
      'No backups are scheduled. Set GALLEY_BACKUP_SCHEDULE, or make them in another way.',
    );
  }
  try {
    await deps.services.backups.schedule?.probe(AbortSignal.timeout(CHECK_TIMEOUT_MS));
  } catch (error) {
    return backups.fault(`The target of the backups cannot be used. ${(error as Error).message}`);
  }
  const last = status.last_verified_at;
  if (status.status === 'failing') {
    return backups.fault(
      `Scheduled backups fail; the last that was verified began ${last ?? 'never'}. The log has the reason.`,
    );
  }
  if (last === null) return backups.ok('Backups are scheduled; none has been made yet.');
  return backups.ok(`The last verified backup began at ${last}.`);
}

const certificate = resultsOf('certificate');

/** Whether certificates by ACME are renewed; undefined without ACME. */
export function checkRenewal({ services }: Deps): CheckResult | undefined {
  const status = services.certificates.renewal?.status();
  if (status === undefined) return undefined;
  if (status.status === 'failing') {
    return certificate.fault(
      `The certificate cannot be renewed; the present one ends at ${status.valid_to ?? 'once'}. The log has the reason.`,
    );
  }
  if (status.valid_to === null) return certificate.warning('There is no certificate by ACME yet.');
  return certificate.ok(`The certificate by ACME is valid until ${status.valid_to}.`);
}

const files = resultsOf('files');

/**
 * Whether a file can be stored in the bucket of media files, read and removed. The data directory is checked by
 * `permissions` and `disk`.
 */
export async function checkFiles({ files: store }: Deps): Promise<CheckResult[]> {
  if (store.probe === undefined) return [];
  try {
    await store.probe();
    return [files.ok('The bucket of the media files stores, gives, lists and deletes files.')];
  } catch (error) {
    return [files.fault((error as Error).message)];
  }
}

const redis = resultsOf('redis');

/** Whether Redis can be used, if the settings name it. */
export async function checkBus({ bus }: Deps): Promise<CheckResult[]> {
  if (bus.probe === undefined) return [];
  try {
    const { warnings } = await bus.probe();
    const fault = bus.fault();
    if (fault !== undefined) return [redis.fault(fault)];
    return warnings.length > 0
      ? warnings.map((warning) => redis.warning(warning))
      : [redis.ok('Redis answers, and servers share rate limits and messages through it.')];
  } catch (error) {
    return [redis.fault((error as Error).message)];
  }
}
