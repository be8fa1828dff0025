import { route } from '../../http/route.ts';
import { compileMjml } from './operations/compile-mjml.ts';
import { exportTemplate } from './operations/export-template.ts';
import { renderContent } from './operations/render-content.ts';

export const renderingRoutes = [
  route('POST', '/templates/:template_id/export', exportTemplate),
  route('POST', '/render', renderContent),
  route('POST', '/render/mjml', compileMjml),
];
