import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { call } from '../../data/api.ts';
import { useAction } from '../../data/queries.ts';
import { callForResult } from '../../data/templates.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/chart.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Finding, groupAlike } from './score-findings.ts';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.score;

interface Area {
  score: number;
  findings: Finding[];
  not_measured?: { rules: string[]; reason: string }[];
}

interface Rating {
  score: number;
  categories: Partial<Record<keyof typeof T.areas, Area>>;
}

const KINDS = { high: 'bad', medium: 'warn', low: 'neutral' } as const;

/** The score of the stored content, with automatic fixes. */
export function Score({ template, path, mayWrite }: TemplateProps & { mayWrite: boolean }) {
  const query = useQuery({
    queryKey: [...path.split('/'), 'score', template.version],
    queryFn: ({ signal }) => callForResult<Rating>(`${path}/ai/score`, { render: true }, signal),
  });
  const fix = useAction(
    (operations: unknown[]) =>
      call('PUT', path, { body: { operations, expected_version: template.version } }),
    { invalidates: [path.split('/')], success: T.fixed },
  );
  return (
    <Loaded query={query}>
      {({ score, categories }) => (
        <div className="flex flex-col gap-4">
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

const isClean = ({ findings, not_measured = [] }: Area): boolean =>
  findings.length === 0 && not_measured.length === 0;

const areasOf = (categories: Rating['categories']) =>
  Object.entries(categories) as [keyof typeof T.areas, Area][];

interface FindingsProps {
  area: Area;
  /** Absent if the role does not allow changes. */
  fix?: (operations: unknown[]) => void;
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
