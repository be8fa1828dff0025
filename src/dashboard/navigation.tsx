import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  Boxes,
  House,
  Images,
  KeyRound,
  KeySquare,
  LayoutDashboard,
  LayoutTemplate,
  Palette,
  Plug,
  ServerCog,
  Users,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ACTIVITY } from './texts/activity.ts';
import { BRAND } from './texts/brand.ts';
import { CONNECT } from './texts/connect.ts';
import { INSTANCE } from './texts/instance.ts';
import { KEYS } from './texts/keys.ts';
import { MEDIA } from './texts/media.ts';
import { PROJECT } from './texts/project.ts';
import { PROJECTS } from './texts/projects.ts';
import { SHARED } from './texts/shared.ts';
import { TEAM } from './texts/team.ts';
import { TEMPLATES } from './texts/templates.ts';
import { TENANTS } from './texts/tenants.ts';
import { TOKENS } from './texts/tokens.ts';

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
  { label: PROJECTS.title, icon: <Boxes {...icon} />, link: { to: '/projects' }, isExact: true },
];

export const ofProject = (project: string): readonly NavigationItem[] => [
  // Projects, tenants, keys
  {
    label: PROJECT.navigation,
    icon: <LayoutDashboard {...icon} />,
    link: { to: '/projects/$project', params: { project } },
    isExact: true,
  },
  {
    label: CONNECT.title,
    icon: <Plug {...icon} />,
    link: { to: '/projects/$project/connect', params: { project } },
  },
  {
    label: TENANTS.title,
    icon: <Users {...icon} />,
    link: { to: '/projects/$project/tenants', params: { project } },
  },
  {
    label: KEYS.title,
    icon: <KeyRound {...icon} />,
    link: { to: '/projects/$project/keys', params: { project } },
  },
  {
    label: BRAND.title,
    icon: <Palette {...icon} />,
    link: { to: '/projects/$project/brand', params: { project } },
  },
  // Templates, media
  {
    label: TEMPLATES.title,
    icon: <LayoutTemplate {...icon} />,
    link: { to: '/projects/$project/templates', params: { project } },
  },
  {
    label: MEDIA.title,
    icon: <Images {...icon} />,
    link: { to: '/projects/$project/media', params: { project } },
  },
  // Agents
];

export const OF_INSTANCE: readonly NavigationItem[] = [
  // Activity, instance
  { label: ACTIVITY.title, icon: <Activity {...icon} />, link: { to: '/activity' } },
  { label: TEAM.title, icon: <UsersRound {...icon} />, link: { to: '/team' } },
  { label: TOKENS.title, icon: <KeySquare {...icon} />, link: { to: '/admin-tokens' } },
  { label: INSTANCE.title, icon: <ServerCog {...icon} />, link: { to: '/instance' } },
];
