import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Link, type LinkProps } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { SHARED } from '../texts/shared.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';

export interface MenuItem {
  label: ReactNode;
  icon?: ReactNode;
  /** An item runs a function or opens a page. */
  run?: () => void;
  /** A page of the dashboard, or the address of another one. */
  link?: LinkProps | string;
  isDangerous?: boolean;
  isCurrent?: boolean;
}

export interface MenuGroup {
  label?: string;
  items: readonly MenuItem[];
}

const ITEM =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left outline-none data-highlighted:bg-hover ';

interface MenuProps {
  /** The button that opens it. Left out: three dots. */
  trigger?: ReactElement;
  groups: readonly MenuGroup[];
  align?: 'start' | 'end';
}

/** A button with a menu of actions or pages, which works with the keyboard. */
export function Menu({ trigger, groups, align = 'end' }: MenuProps) {
  const button = trigger ?? (
    <IconButton label={SHARED.actions.more} icon={<EllipsisVertical size={17} aria-hidden="true" />} />
  );
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={button} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align={align} className="z-50">
          <BaseMenu.Popup className="popup max-h-[min(28rem,var(--available-height))] max-w-80 min-w-48 overflow-y-auto p-1 outline-none">
            {groups.map((group, index) => (
              <BaseMenu.Group
                // biome-ignore lint/suspicious/noArrayIndexKey: groups do not move
                key={index}
                className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
              >
                {group.label !== undefined && (
                  <BaseMenu.GroupLabel className="px-2 py-1 text-xs font-medium text-muted">
                    {group.label}
                  </BaseMenu.GroupLabel>
                )}
                {group.items.map((item, itemIndex) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: items do not move
                  <Item key={itemIndex} item={item} />
                ))}
              </BaseMenu.Group>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  const { label, icon, run, link, isDangerous, isCurrent } = item;
  const className = cx(ITEM, isDangerous && 'text-bad', isCurrent && 'font-semibold');
  const content = (
    <>
      {icon !== undefined && <span className="text-muted">{icon}</span>}
      <span className="min-w-0 flex-1 truncate">{label}</span>
    </>
  );
  if (link !== undefined) {
    const target = typeof link === 'string' ? <a href={link}>{label}</a> : <Link {...link} />;
    return (
      <BaseMenu.LinkItem closeOnClick className={className} render={target}>
        {content}
      </BaseMenu.LinkItem>
    );
  }
  return (
    <BaseMenu.Item className={className} aria-current={isCurrent || undefined} onClick={() => run?.()}>
      {content}
    </BaseMenu.Item>
  );
}
