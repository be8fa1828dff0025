import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { SHARED } from '../texts/shared.ts';
import type { MenuGroup } from './menu.tsx';

type Theme = 'system' | 'light' | 'dark';

const STORED = 'galley.theme';
const icon = { size: 15, 'aria-hidden': true } as const;
const ICONS = { system: <Monitor {...icon} />, light: <Sun {...icon} />, dark: <Moon {...icon} /> };

/** The choices of a theme, for a menu. `theme.ts` applies the stored one when a page is loaded. */
export function useThemeGroup(): MenuGroup {
  const [chosen, setChosen] = useState<Theme>(
    () => (localStorage.getItem(STORED) as Theme | null) ?? 'system',
  );
  const choose = (theme: Theme) => {
    setChosen(theme);
    if (theme === 'system') {
      localStorage.removeItem(STORED);
      delete document.documentElement.dataset.theme;
      return;
    }
    localStorage.setItem(STORED, theme);
    document.documentElement.dataset.theme = theme;
  };
  const themes: Theme[] = ['system', 'light', 'dark'];
  return {
    label: SHARED.theme.label,
    items: themes.map((theme) => ({
      label: SHARED.theme[theme],
      icon: ICONS[theme],
      isCurrent: theme === chosen,
      run: () => choose(theme),
    })),
  };
}
