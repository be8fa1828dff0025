import { Link, type LinkProps } from '@tanstack/react-router';
import { Bot, ChevronRight, LayoutTemplate, Plug, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentProject } from '../../data/projects.ts';
import { HOME as T } from '../../texts/home.ts';
import { Card } from '../../ui/page.tsx';

const icon = { size: 17, 'aria-hidden': true } as const;

/** Suggestions for a new installation, until it has a template. */
export function FirstSteps() {
  const project = useCurrentProject()?.id;
  if (project === undefined) return null;
  const params = { project };
  const steps: readonly [keyof typeof T.steps, ReactNode, LinkProps][] = [
    ['template', <LayoutTemplate key="icon" {...icon} />, { to: '/projects/$project/templates', params }],
    ['connect', <Plug key="icon" {...icon} />, { to: '/projects/$project/connect', params }],
    ['agent', <Bot key="icon" {...icon} />, { to: '/projects/$project/keys', params }],
    ['invite', <UserPlus key="icon" {...icon} />, { to: '/team' }],
  ];
  return (
    <Card title={T.firstSteps} description={T.firstStepsHint}>
      <ol className="grid gap-3 sm:grid-cols-2">
        {steps.map(([name, image, link]) => (
          <li key={name}>
            <Link
              {...link}
              className="flex h-full items-start gap-3 rounded-md border border-line px-3 py-3 hover:border-strong hover:bg-hover"
            >
              <span className="mt-0.5 shrink-0 text-accent">{image}</span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{T.steps[name].title}</span>
                <span className="block text-sm text-muted">{T.steps[name].hint}</span>
              </span>
              <ChevronRight size={15} aria-hidden="true" className="mt-1 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
