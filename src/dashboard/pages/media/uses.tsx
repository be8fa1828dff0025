import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../data/api.ts';
import { type Output, pathKey, type TenantRef } from '../../data/operations.ts';
import { MEDIA } from '../../texts/media.ts';
import { Loaded, SkeletonLines } from '../../ui/states.tsx';

const T = MEDIA.details;

type MediaUse = Output<'checkMediaUsage'>[string]['uses'][number];

/** Where a file is used. */
export const useUses = (at: TenantRef, id: string) =>
  useQuery(
    queryOptions({
      queryKey: [...pathKey('getTenant', at), 'media', 'uses', id],
      queryFn: async ({ signal }) => {
        const usage = await call('checkMediaUsage', { ...at, ids: [id] }, { signal });
        return usage[id]?.uses ?? [];
      },
    }),
  );

export function Uses({ at, id }: { at: TenantRef; id: string }) {
  const query = useUses(at, id);
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
                  <UseName use={use} at={at} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function UseName({ use: { kind, id, name }, at }: { use: MediaUse; at: TenantRef }) {
  const text = name || T.unnamed;
  if (kind !== 'template') return text;
  return (
    <Link
      to="/projects/$project/tenants/$tenant/templates/$template"
      params={{ project: at.project_id, tenant: at.tenant, template: id }}
      className="rounded-sm text-accent hover:underline"
    >
      {text}
    </Link>
  );
}
