import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  Bot,
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
import { PAGE_TITLES } from './texts/page-titles.ts';
import { SHARED } from './texts/shared.ts';

export interface NavigationItem {
  label: string;
  icon: ReactNode;
  link: LinkProps;
  /** Current on this page only, not on those below it. */
  isExact?: boolean;
  /** Its pages whose addresses are below the link of another item. */
  owns?: RegExp;
}

const icon = { size: 16, 'aria-hidden': true } as const;

/** Links in the sidebar that do not depend on a project. */
export const GENERAL_ITEMS: readonly NavigationItem[] = [
  { label: SHARED.navigation.home, icon: <House {...icon} />, link: { to: '/' }, isExact: true },
  { label: PAGE_TITLES.projects, icon: <Boxes {...icon} />, link: { to: '/projects' }, isExact: true },
];

/** Links of a project. */
export const projectItems = (project: string): readonly NavigationItem[] => [
  // Projects, tenants, keys
  {
    label: PAGE_TITLES.project,
    icon: <LayoutDashboard {...icon} />,
    link: { to: '/projects/$project', params: { project } },
    isExact: true,
  },
  {
    label: PAGE_TITLES.connect,
    icon: <Plug {...icon} />,
    link: { to: '/projects/$project/connect', params: { project } },
  },
  {
    label: PAGE_TITLES.tenants,
    icon: <Users {...icon} />,
    link: { to: '/projects/$project/tenants', params: { project } },
  },
  {
    label: PAGE_TITLES.keys,
    icon: <KeyRound {...icon} />,
    link: { to: '/projects/$project/keys', params: { project } },
  },
  {
    label: PAGE_TITLES.brand,
    icon: <Palette {...icon} />,
    link: { to: '/projects/$project/brand', params: { project } },
  },
  // Templates, media
  {
    label: PAGE_TITLES.templates,
    icon: <LayoutTemplate {...icon} />,
    link: { to: '/projects/$project/templates', params: { project } },
    owns: /\/tenants\/[^/]+\/templates\//,
  },
  {
    label: PAGE_TITLES.media,
    icon: <Images {...icon} />,
    link: { to: '/projects/$project/media', params: { project } },
  },
  // Agents
  {
    label: PAGE_TITLES.agents,
    icon: <Bot {...icon} />,
    link: { to: '/projects/$project/agents', params: { project } },
  },
];

/** Links of the installation. */
export const INSTANCE_ITEMS: readonly NavigationItem[] = [
  // Activity, instance
  { label: PAGE_TITLES.activity, icon: <Activity {...icon} />, link: { to: '/activity' } },
  { label: PAGE_TITLES.team, icon: <UsersRound {...icon} />, link: { to: '/team' } },
  { label: PAGE_TITLES.tokens, icon: <KeySquare {...icon} />, link: { to: '/admin-tokens' } },
  { label: PAGE_TITLES.instance, icon: <ServerCog {...icon} />, link: { to: '/instance' } },
];
