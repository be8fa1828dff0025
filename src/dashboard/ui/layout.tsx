import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, LogOut, Menu as MenuIcon, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DASHBOARD_PATH, pathOf } from '../addresses.ts';
import { type Project, useCurrentProject, useProjects } from '../data/projects.ts';
import { useAction } from '../data/queries.ts';
import { sessionQuery, signOut } from '../data/session.ts';
import { useMe } from '../data/teams.ts';
import { GENERAL_ITEMS, INSTANCE_ITEMS, type NavigationItem, projectItems } from '../navigation.tsx';
import { SHARED } from '../texts/shared.ts';
import { Announcer } from './announcer.tsx';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { keepFocus } from './kept-focus.ts';
import { Logo } from './logo.tsx';
import { Menu } from './menu.tsx';
import { PAGE_HEADING } from './page.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { useThemeGroup } from './theme-menu.tsx';
import { ToastRegion } from './toast.tsx';
import { LeaveGuard, reloadWithoutAsking } from './unsaved.tsx';
import { useWindowFocus } from './window-focus.ts';

const T = SHARED.navigation;

/** The root of all pages. */
export function Root() {
  useEffect(keepFocus, []);
  return (
    <>
      <Outlet />
      <SignInAgain />
      <ToastRegion />
      <Announcer />
    </>
  );
}

/** Loads the page anew if another person has signed in, in another window. What is typed and shown is not theirs. */
function useReloadForOthers(): void {
  const { data, refetch } = useQuery(sessionQuery);
  const id = data?.account.id;
  const first = useRef(id);
  useEffect(() => {
    first.current ??= id;
    if (id !== first.current) reloadWithoutAsking();
  }, [id]);
  useWindowFocus(() => void refetch());
}

/** The navigation, and the page beside it. */
export function Shell() {
  useReloadForOthers();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        {T.skip}
      </a>
      <header className="sticky top-0 hidden h-dvh flex-col border-r border-line md:flex">
        <Sidebar />
      </header>
      <PhoneBar />
      <Content />
      <LeaveGuard />
    </div>
  );
}

/** The page. It gets the focus when another page was opened, so that screen readers read its heading. */
function Content() {
  const element = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(path);
  useEffect(() => {
    // A menu that was opened meanwhile would close if it lost the focus.
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('header') != null;
    if (shown.current !== undefined && shown.current !== path && isFree)
      element.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return (
    <main
      ref={element}
      id="content"
      aria-labelledby={PAGE_HEADING}
      tabIndex={-1}
      className="min-w-0 outline-none"
    >
      <Outlet />
    </main>
  );
}

function PhoneBar() {
  const [isOpen, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page closes the menu
  useEffect(() => setOpen(false), [path]);
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center gap-1 border-b border-line bg-canvas px-2 md:hidden">
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger
          render={<IconButton label={T.open} icon={<MenuIcon size={19} aria-hidden="true" />} />}
        />
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop fixed inset-0 z-30" />
          <Dialog.Popup
            aria-label={T.label}
            className="fixed inset-y-0 left-0 z-30 flex w-72 max-w-[85vw] flex-col bg-canvas shadow-popup transition-transform data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
          >
            <Sidebar />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo />
    </header>
  );
}

function Sidebar() {
  const project = useCurrentProject();
  return (
    <>
      <div className="px-4 pt-4 pb-3">
        <Logo />
      </div>
      <nav aria-label={T.label} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2.5 pb-4">
        <Group items={GENERAL_ITEMS} />
        <div className="flex flex-col gap-1">
          <ProjectSwitcher />
          {project !== undefined && <Group items={projectItems(project.id)} />}
        </div>
        <Group heading={T.instance} items={INSTANCE_ITEMS} />
      </nav>
      <div className="border-t border-line p-2.5">
        <AccountMenu />
      </div>
    </>
  );
}

const CURRENT = 'bg-hover font-medium text-ink! [&>svg]:text-accent';

function Group({ heading, items }: { heading?: string; items: readonly NavigationItem[] }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const owner = items.find(({ owns }) => owns?.test(path));
  return (
    <div>
      {heading !== undefined && <p className="px-2.5 pb-1 text-xs font-medium text-muted">{heading}</p>}
      <ul className="flex flex-col gap-px">
        {items.map((item) => (
          <li key={item.label}>
            <Link
              {...item.link}
              activeOptions={{ exact: item.isExact || owner !== undefined, includeSearch: false }}
              className={cx(
                'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-ink',
                item === owner && CURRENT,
              )}
              activeProps={{ className: CURRENT }}
              {...(item === owner && { 'aria-current': 'page' })}
            >
              {item.icon}
              <span className="truncate">{item.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const SWITCHER =
  'flex w-full min-h-9 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-left font-medium ' +
  'shadow-raised hover:bg-hover';

/** The menu of all projects of the person. Projects of several teams are grouped by team. */
function ProjectSwitcher() {
  const { data } = useProjects();
  const teams = useMe().data?.teams ?? [];
  const current = useCurrentProject();
  if (data === undefined || current === undefined) return null;
  const itemOf = ({ id, name }: Project) => ({
    label: name,
    icon: <Initial name={name} />,
    isCurrent: id === current.id,
    run: () => openProject(id),
  });
  const byTeam = teams.map(({ id, name }) => ({
    label: name,
    items: data.filter(({ team_id }) => team_id === id).map(itemOf),
  }));
  const groups =
    teams.length > 1
      ? byTeam.filter(({ items }) => items.length > 0)
      : [{ label: T.project, items: data.map(itemOf) }];
  const team = teams.length > 1 ? teams.find(({ id }) => id === current.team_id) : undefined;
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={SWITCHER}>
          <Initial name={current.name} />
          <span className="min-w-0 flex-1 truncate">
            <span className="sr-only">{T.project}: </span>
            {current.name}
            {team !== undefined && <span className="block truncate text-xs text-muted">{team.name}</span>}
          </span>
          <ChevronsUpDown size={14} aria-hidden="true" className="text-muted" />
        </button>
      }
      groups={groups}
    />
  );
}

/** Matches pages that each project has. */
const SAME_PAGE = /\/projects\/[^/]+(\/(?:agents|brand|connect|keys|media|templates|tenants))\/?$/;

/** Opens the same page of another project, or its overview. */
function openProject(id: string): void {
  const page = SAME_PAGE.exec(location.pathname)?.[1] ?? '';
  location.assign(`${DASHBOARD_PATH}/projects/${encodeURIComponent(id)}${page}`);
}

function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-sm bg-accent-soft text-xs font-semibold text-accent"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}

function AccountMenu() {
  const { data } = useQuery(sessionQuery);
  const theme = useThemeGroup();
  // Loads the page anew, so that no data of this person stays in memory.
  const leave = useAction(signOut, { onSuccess: () => location.assign(DASHBOARD_PATH) });
  const name = data?.account.name ?? '';
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
        >
          <span className="sr-only">{T.account}: </span>
          <Initial name={name} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{name}</span>
            <span className="block truncate text-xs text-muted">{data?.account.email}</span>
          </span>
        </button>
      }
      groups={[
        theme,
        {
          items: [
            { label: T.account, icon: <UserRound size={15} aria-hidden="true" />, link: { to: '/account' } },
            {
              label: T.documentation,
              icon: <BookOpen size={15} aria-hidden="true" />,
              link: pathOf('docs'),
            },
            {
              label: T.signOut,
              icon: <LogOut size={15} aria-hidden="true" />,
              run: () => leave.run(),
            },
          ],
        },
      ]}
    />
  );
}
