import { Type } from '@sinclair/typebox';
import { toIsoTime } from '../../../platform/clock.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { BackupResult, makeBackup } from '../make-backup.ts';
import { nameBackup, splitAddress } from '../targets/index.ts';

export const createBackup = defineOperation({
  name: 'createBackup',
  summary: 'Write the database and all media files, consistent with each other, to one file',
  scope: 'admin',
  effect: 'admin',
  input: Type.Object({
    file: Type.String({
      description:
        'Absolute path of the backup, where there must be nothing, or `s3://bucket/prefix/name.tar.zst`. A directory or a prefix alone: the backup is named by its time.',
    }),
    passphrase: Type.String({ description: 'Encrypts the backup; empty: it is not encrypted.' }),
  }),
  output: BackupResult,
  async run({ deps, scope, signal }, { file, passphrase }) {
    const { target, name } = await splitAddress(file);
    const standardName = nameBackup(toIsoTime(deps.clock.now()), {
      isEncrypted: passphrase !== '',
      isIncremental: false,
    });
    const backup = { access: deps.services.backups.accessTo(target), name: name ?? standardName, passphrase };
    return makeBackup(deps, scope, backup, signal);
  },
});
