import { CircleCheck, TriangleAlert } from 'lucide-react';
import { HOME as T } from '../../texts/home.ts';
import { Card } from '../../ui/page.tsx';

/** Something that a person should look after. */
export interface AttentionPoint {
  what: keyof typeof T.attentionTexts;
  id?: string;
  name?: string;
  at?: string;
}

export function AttentionList({ points }: { points: readonly AttentionPoint[] }) {
  if (points.length === 0)
    return (
      <Card>
        <p className="flex items-center gap-2.5">
          <CircleCheck size={17} aria-hidden="true" className="text-good" />
          {T.allGood}
        </p>
      </Card>
    );
  return (
    <Card title={T.attention}>
      <ul className="divide-y divide-line">
        {points.map(({ what, id, name, at }) => (
          <li key={`${what} ${id}`} className="flex items-start gap-2.5 py-2.5 first:pt-0 last:pb-0">
            <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
            <div className="min-w-0">
              <p className="font-medium">{T.attentionTexts[what].title}</p>
              <p className="text-sm text-muted">{T.attentionTexts[what].hint(at, name)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
