import { notFound } from '../../platform/errors.ts';

export const entryNotFound = () => notFound('Item in the trash');
