import { applyAdd } from './apply-add.ts';
import { applyDelete, applyMove } from './apply-move.ts';
import { applySettings, applyUpdate } from './apply-update.ts';
import type { EditRun } from './edit-run.ts';
import type { CheckedOperation } from './operation-schema.ts';

/** Does what an operation says, or notes as faults why it cannot be done. `path`: how faults name the operation. */
export function applyOperation(run: EditRun, operation: CheckedOperation, path: string): void {
  switch (operation.op) {
    case 'add':
      applyAdd(run, operation, path);
      break;
    case 'update':
      applyUpdate(run, operation, path);
      break;
    case 'move':
      applyMove(run, operation, path);
      break;
    case 'delete':
      applyDelete(run, operation, path);
      break;
    case 'update_settings':
      applySettings(run, operation, path);
      break;
  }
}
