import { route } from '../../http/route.ts';
import {
  importFromBeefree,
  importFromChamaileon,
  importFromEasyEmail,
  importFromEmailBuilder,
  importFromEml,
  importFromGrapesJs,
  importFromHtml,
  importFromMjml,
  importFromStripo,
  importFromUnlayer,
  importFromUrl,
  importFromZip,
} from './operations/import-template.ts';

export const importingRoutes = [
  route('POST', '/templates/import/from-beefree', importFromBeefree, { status: 201 }),
  route('POST', '/templates/import/from-unlayer', importFromUnlayer, { status: 201 }),
  route('POST', '/templates/import/from-chamaileon', importFromChamaileon, { status: 201 }),
  route('POST', '/templates/import/from-easy-email', importFromEasyEmail, { status: 201 }),
  route('POST', '/templates/import/from-email-builder', importFromEmailBuilder, { status: 201 }),
  route('POST', '/templates/import/from-grapesjs', importFromGrapesJs, { status: 201 }),
  route('POST', '/templates/import/from-stripo', importFromStripo, { status: 201 }),
  route('POST', '/templates/import/from-mjml', importFromMjml, { status: 201 }),
  route('POST', '/templates/import/from-html', importFromHtml, { status: 201 }),
  route('POST', '/templates/import/from-eml', importFromEml, { status: 201 }),
  route('POST', '/templates/import/from-zip', importFromZip, { status: 201 }),
  route('POST', '/templates/import/from-url', importFromUrl, { status: 201 }),
];
