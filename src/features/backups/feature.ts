import { defineFeature } from '../../platform/feature.ts';
import { createBackup } from './operations/create-backup.ts';

export const backups = defineFeature({
  name: 'backups',
  commands: [createBackup],
});
