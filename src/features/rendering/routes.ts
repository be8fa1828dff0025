import { route } from '../../http/route.ts';
import { compileMjml } from './operations/compile-mjml.ts';
import { exportTemplate } from './operations/export-template.ts';
import { getStarterThumbnail } from './operations/get-starter-thumbnail.ts';
import { getTemplateThumbnail } from './operations/get-template-thumbnail.ts';
import { renderContent } from './operations/render-content.ts';
import { renderTemplate } from './operations/render-template.ts';

export const renderingRoutes = [
  route('POST', '/templates/:template_id/export', exportTemplate),
  route('POST', '/templates/:template_id/render', renderTemplate),
  route('GET', '/templates/:template_id/thumbnail.png', getTemplateThumbnail, { answer: 'picture' }),
  route('GET', '/starters/thumbnail.png', getStarterThumbnail, { answer: 'picture' }),
  route('POST', '/render', renderContent),
  route('POST', '/render/mjml', compileMjml),
];
