import { route } from '../../http/route.ts';
import {
  importFromBeefree,
  importFromHtml,
  importFromMjml,
  importFromUnlayer,
} from './operations/import-template.ts';

export const importingRoutes = [
  route('POST', '/templates/import/from-beefree', importFromBeefree, { status: 201 }),
  route('POST', '/templates/import/from-unlayer', importFromUnlayer, { status: 201 }),
  route('POST', '/templates/import/from-mjml', importFromMjml, { status: 201 }),
  route('POST', '/templates/import/from-html', importFromHtml, { status: 201 }),
];
