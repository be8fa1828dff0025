import { route } from '../../http/route.ts';
import { createTemplate } from './operations/create-template.ts';
import { deleteTemplate } from './operations/delete-template.ts';
import { getTemplate, listTemplates } from './operations/read-templates.ts';
import { updateTemplate } from './operations/update-template.ts';

export const templateRoutes = [
  route('GET', '/templates', listTemplates, { answer: 'page' }),
  route('POST', '/templates', createTemplate, { status: 201, versioned: true }),
  route('GET', '/templates/:template_id', getTemplate, { versioned: true }),
  route('PUT', '/templates/:template_id', updateTemplate, { versioned: true }),
  route('DELETE', '/templates/:template_id', deleteTemplate, { answer: 'nothing', versioned: true }),
];
