import { Link } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { pathOf } from '../../addresses.ts';
import type { Item } from '../../data/operations.ts';
import { thumbnailUrl } from '../../data/templates.ts';
import { TEMPLATES } from '../../texts/templates.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { Time } from '../../ui/format.tsx';

const T = TEMPLATES.gallery;

interface TemplateCardProps {
  project: string;
  tenant: string;
  /** For lists with templates of several tenants. */
  tenantName?: string;
  template: Item<'listTemplates'>;
}

/** A template with its picture. The whole card is the link. */
export function TemplateCard({ project, tenant, tenantName, template }: TemplateCardProps) {
  const { id, name, updatedAt, tags = [], archived_at, score, match } = template;
  const src = pathOf(thumbnailUrl({ project_id: project, tenant }, id, 480));
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-raised hover:border-strong">
      <Thumbnail key={`${id} ${template.version}`} src={src} />
      <div className="flex min-h-0 flex-1 flex-col gap-1 border-t border-line px-3 py-2.5">
        <h2 className="truncate font-medium">
          <Link
            to="/projects/$project/tenants/$tenant/templates/$template"
            params={{ project, tenant, template: id }}
            className="after:absolute after:inset-0 focus-visible:outline-offset-2"
          >
            {name ?? TEMPLATES.untitled}
          </Link>
        </h2>
        {match?.snippet === undefined ? (
          <p className="truncate text-sm text-muted">
            {tenantName !== undefined && `${tenantName}, `}
            <Time value={updatedAt} />
          </p>
        ) : (
          <p className="line-clamp-2 text-sm text-muted">
            {T.match[match.field]}: {match.snippet}
          </p>
        )}
        <div className="mt-auto flex gap-1 overflow-hidden">
          {archived_at !== undefined && <Badge kind="warn">{T.isArchived}</Badge>}
          {score !== undefined && <Badge kind={score >= 80 ? 'good' : 'warn'}>{T.score(score)}</Badge>}
          {tags.slice(0, 3).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </div>
      </div>
    </article>
  );
}

/** The picture of a template. Gray until it is loaded. */
function Thumbnail({ src }: { src: string }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  return (
    <div className={cx('relative h-56 overflow-hidden bg-sunken', state === 'loading' && 'animate-pulse')}>
      {state === 'failed' ? (
        <p className="flex h-full flex-col items-center justify-center gap-1 text-sm text-muted">
          <ImageOff size={20} aria-hidden="true" />
          {T.noPicture}
        </p>
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          className={cx('min-h-full w-full object-cover object-top', state === 'loading' && 'opacity-0')}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  );
}
