import { route } from '../../http/route.ts';
import { createModule } from './operations/create-module.ts';
import { deleteModule } from './operations/delete-module.ts';
import { listModules } from './operations/list-modules.ts';
import { updateModule } from './operations/update-module.ts';

export const savedModuleRoutes = [
  route('GET', '/saved-modules', listModules, { answer: 'items' }),
  route('POST', '/saved-modules', createModule, { status: 201 }),
  route('PUT', '/saved-modules/:module_id', updateModule),
  route('DELETE', '/saved-modules/:module_id', deleteModule, { answer: 'nothing' }),
];
