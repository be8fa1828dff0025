export { deleteFolderInSteps, type FolderStep, removeEmptiedFolder } from './delete-folder.ts';
export { purgeFolders, restoreFolders } from './folders.ts';
export { addTrashKind, isTrashKept, putInTrash, type RestoreStep, type TrashStep } from './kinds.ts';
export {
  deleteTenantTrash,
  emptyTenantTrash,
  listTenantTrash,
  restoreTenantTrash,
} from './operations/tenant-trash.ts';
export { listTrash } from './operations/trash.ts';
export type { TrashEntry } from './queries.ts';
export { sweepTrash } from './sweep.ts';
