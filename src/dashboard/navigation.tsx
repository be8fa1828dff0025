import type { LinkProps } from '@tanstack/react-router';
import { House, LayoutTemplate } from 'lucide-react';
import type { ReactNode } from 'react';
import { SHARED } from './texts/shared.ts';
import { TEMPLATES } from './texts/templates.ts';

export interface NavigationItem {
  label: string;
  icon: ReactNode;
  link: LinkProps;
  /** Current on this page only, not on those below it. */
  isExact?: boolean;
}

const icon = { size: 16, 'aria-hidden': true } as const;

/** The links at the side: everywhere, then of the current project, then of the instance. */
export const GENERAL: readonly NavigationItem[] = [
  { label: SHARED.navigation.home, icon: <House {...icon} />, link: { to: '/' }, isExact: true },
];

/** `projectId` goes into `params`. */
export const ofProject = (projectId: string): readonly NavigationItem[] => [
  // Projects, tenants, keys
  // Templates, media
  {
    label: TEMPLATES.title,
    icon: <LayoutTemplate {...icon} />,
    link: { to: '/projects/$project/templates', params: { project: projectId } },
  },
  // Agents
];

export const OF_INSTANCE: readonly NavigationItem[] = [
  // Activity, instance
];
