import { Type } from '@sinclair/typebox';
import { FileOutput } from '../../../platform/files/file-output.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import { TemplateId } from '../../templates/index.ts';
import { signReport } from '../accessibility-report.ts';
import { rateContent } from '../rate-content.ts';
import { writeReportPage } from '../report-page.ts';
import { SignedReport } from '../report-schema.ts';

const input = Type.Object({ template_id: TemplateId });

export const getAccessibilityReport = defineOperation({
  name: 'getAccessibilityReport',
  summary: 'Whether a template meets WCAG 2.2 and EN 301 549: each rule with its verdict and places, signed',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  feature: 'ai_generation',
  input,
  output: SignedReport,
  run: (context, { template_id }) => report(context, template_id),
});

export const printAccessibilityReport = defineOperation({
  name: 'printAccessibilityReport',
  summary: 'The accessibility report as a page to print',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  feature: 'ai_generation',
  input,
  output: FileOutput,
  async run(context, { template_id }) {
    const signed = await report(context, template_id);
    const page = writeReportPage(signed.report, signed.signature);
    return {
      file: new Blob([page]),
      stem: `Accessibility report ${signed.report.title ?? ''}`.trim(),
      extension: 'html',
      type: 'text/html; charset=utf-8',
    };
  },
});

async function report(context: OperationContext<'tenant'>, template_id: string): Promise<SignedReport> {
  return signReport(
    context,
    await rateContent(context, { template_id, accessibility_report: true, fixes: 'none' }),
  );
}
