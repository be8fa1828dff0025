/*
 * The names of the parts of a backup, which are the paths of the files in the data directory.
 */

export const DATABASE_NAME = 'galley.db';
export const PLANS_NAME = 'plans.json';

/** Prefix of the keys of media files. */
export const FILES_NAME = 'media/files/';

const FILE_NAME = /^media\/files\/[a-z0-9]+(\/[a-z0-9]+)*$/;

/** Whether a name is that of a part. Restoring writes no other files. */
export const isPartName = (name: string): boolean =>
  name === DATABASE_NAME || name === PLANS_NAME || (name.length < 300 && FILE_NAME.test(name));
