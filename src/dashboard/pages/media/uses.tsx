import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../data/api.ts';
import type { MediaUse } from '../../data/media.ts';
import { MEDIA } from '../../texts/media.ts';
import { Loaded, SkeletonLines } from '../../ui/states.tsx';

const T = MEDIA.details;

export interface TenantParams {
  project: string;
  tenant: string;
}

type Usage = Record<string, { uses: MediaUse[] }>;

/** Where a file is used. */
export const useUses = (path: string, id: string) =>
  useQuery(
    queryOptions({
      queryKey: [...path.split('/'), 'media', 'uses', id],
      queryFn: async ({ signal }) => {
        const body = { ids: [id] };
        const answer = await call<{ data: Usage }>('POST', `${path}/media/check-usage`, { body, signal });
        return answer.data[id]?.uses ?? [];
      },
    }),
  );

export function Uses({ path, place, id }: { path: string; place: TenantParams; id: string }) {
  const query = useUses(path, id);
  return (
    <section>
      <h3 className="mb-1.5 font-medium">{T.usedIn}</h3>
      <Loaded query={query} skeleton={<SkeletonLines count={2} />}>
        {(uses) =>
          uses.length === 0 ? (
            <p className="text-muted">{T.unused}</p>
          ) : (
            <ul className="flex max-h-44 flex-col gap-1 overflow-y-auto">
              {uses.map((use) => (
                <li key={`${use.kind} ${use.id}`} className="truncate">
                  <span className="text-muted">{T.kinds[use.kind]} </span>
                  <UseName use={use} place={place} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function UseName({ use: { kind, id, name }, place }: { use: MediaUse; place: TenantParams }) {
  const text = name || T.unnamed;
  if (kind !== 'template') return text;
  return (
    <Link
      to="/projects/$project/tenants/$tenant/templates/$template"
      params={{ ...place, template: id }}
      className="rounded-sm text-accent hover:underline"
    >
      {text}
    </Link>
  );
}
