import { useMantineColorScheme } from '@mantine/core';
import type { MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { texts } from './frame.texts.ts';
import styles from './TopBar.module.css';

const next: Record<MantineColorScheme, MantineColorScheme> = { auto: 'light', light: 'dark', dark: 'auto' };
const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** Switches between light, dark and the system's scheme. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Icon = icons[colorScheme];
  const name = texts.schemeIs(texts.scheme[colorScheme], texts.scheme[next[colorScheme]]);
  return (
    <button
      type="button"
      className={styles.iconButton}
      aria-label={name}
      title={name}
      onClick={() => setColorScheme(next[colorScheme])}
    >
      <Icon size={19} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
