import { Group, Text } from '@mantine/core';
import { brand } from '#web/brand.ts';
import { BrandMark } from '#web/widgets/BrandMark.tsx';
import { texts } from './frame.texts.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import styles from './TopBar.module.css';

/** The bar without a signed-in user, or before the user is loaded. Plain links, because the login screen is another document. */
export function OutsideBar({ isKnown = true }: { isKnown?: boolean }) {
  return (
    <header className={styles.bar}>
      <div className={styles.inner} data-wide>
        <a href="/" className={styles.brand}>
          <Brand />
        </a>
        <Group component="nav" aria-label={texts.mainMenu} gap="xs" ms="auto">
          <SchemeSwitch />
          {isKnown && (
            <a href="/" className={styles.entry} aria-current={window.location.pathname === '/' ? 'page' : undefined}>
              {texts.login}
            </a>
          )}
        </Group>
      </div>
    </header>
  );
}

export function Brand() {
  return (
    <>
      <BrandMark size={30} />
      <Text span inherit truncate maw="16ch">
        {brand}
      </Text>
    </>
  );
}
