import { notFound } from '../../platform/errors.ts';

export const snapshotNotFound = () => notFound('Snapshot');
