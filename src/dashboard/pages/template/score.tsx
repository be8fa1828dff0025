import { useQuery } from '@tanstack/react-query';
import { FileCheck, Wrench } from 'lucide-react';
import type { CategoryScore, ScoreResult } from '../../../sdk/schemas.generated.ts';
import { call } from '../../data/api.ts';
import { saveAnswer } from '../../data/download.ts';
import { type Input, pathKey } from '../../data/operations.ts';
import { useAction } from '../../data/queries.ts';
import { callForResult } from '../../data/templates.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/chart.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { groupAlike } from './score-findings.ts';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.score;

type Operations = NonNullable<Input<'updateTemplate'>['operations']>;

const KINDS = { high: 'bad', medium: 'warn', low: 'neutral' } as const;

/** The score of the stored content, with automatic fixes. */
export function Score({ template, at, mayWrite }: TemplateProps & { mayWrite: boolean }) {
  const own = { ...at, template_id: template.id };
  const query = useQuery({
    queryKey: [...pathKey('getTemplate', own), 'score', template.version],
    queryFn: ({ signal }) => callForResult('scoreTemplate', { ...own, render: true }, signal),
  });
  const fix = useAction(
    (operations: Operations) =>
      call('updateTemplate', { ...own, operations, expected_version: template.version }),
    { invalidates: [pathKey('getTemplate', own)], success: T.fixed },
  );
  const report = useAction(() => saveAnswer('printAccessibilityReport', own, 'report.html', 'text/html'));
  return (
    <Loaded query={query}>
      {({ result: { score, categories } }) => (
        <div className="flex flex-col gap-4">
          <div>
            <Button
              icon={<FileCheck size={16} aria-hidden="true" />}
              isBusy={report.isRunning}
              onClick={() => report.run()}
            >
              {T.report}
            </Button>
          </div>
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
            <Stat label={T.total} value={String(score)} />
            {areasOf(categories).map(([name, area]) => (
              <Stat key={name} label={T.areas[name]} value={String(area.score)} />
            ))}
          </div>
          {areasOf(categories).every(([, area]) => isClean(area)) && <Notice kind="good">{T.none}</Notice>}
          {areasOf(categories).map(([name, area]) =>
            isClean(area) ? null : (
              <Card key={name} title={T.areas[name]}>
                <Findings area={area} {...(mayWrite && { fix: fix.run })} isBusy={fix.isRunning} />
              </Card>
            ),
          )}
        </div>
      )}
    </Loaded>
  );
}

const isClean = ({ findings, not_measured = [] }: CategoryScore): boolean =>
  findings.length === 0 && not_measured.length === 0;

const areasOf = (categories: ScoreResult['categories']) =>
  Object.entries(categories) as [keyof typeof T.areas, CategoryScore][];

interface FindingsProps {
  area: CategoryScore;
  /** Absent if the role does not allow changes. */
  fix?: (operations: Operations) => void;
  isBusy: boolean;
}

function Findings({ area, fix, isBusy }: FindingsProps) {
  return (
    <>
      <ul className="flex flex-col divide-y divide-line">
        {groupAlike(area.findings).map((finding) => (
          <li key={finding.id} className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium break-words">
                {finding.message}{' '}
                <Badge kind={KINDS[finding.severity]}>{T.severities[finding.severity]}</Badge>{' '}
                {finding.count > 1 && <Badge>{T.places(finding.count)}</Badge>}
              </p>
              <p className="text-muted break-words">{finding.suggestion}</p>
            </div>
            {finding.fix !== undefined && fix !== undefined && (
              <Button
                isSmall
                icon={<Wrench size={14} aria-hidden="true" />}
                aria-label={T.fixLabel(finding.message)}
                disabled={isBusy}
                onClick={() => fix(finding.fix ?? [])}
              >
                {T.fix}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {area.not_measured?.map(({ reason }) => (
        <p key={reason} className="mt-2 text-sm text-muted">
          {T.notMeasured}: {reason}
        </p>
      ))}
    </>
  );
}
