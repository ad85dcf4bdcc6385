import { Brand } from './Brand.tsx';
import { texts } from './frame.texts.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import styles from './TopBar.module.css';

/** The bar for whoever is not signed in, or not yet known to be. Plain links: the login screen is a document of its own. */
export function OutsideBar({ isKnown = true }: { isKnown?: boolean }) {
  return (
    <header className={styles.bar}>
      <div className={`${styles.inner} ${styles.wide}`}>
        <a href="/" className={styles.brand}>
          <Brand />
        </a>
        <nav aria-label={texts.mainMenu} className={styles.outside}>
          <SchemeSwitch />
          {isKnown && (
            <a href="/" className={styles.entry} aria-current={window.location.pathname === '/' ? 'page' : undefined}>
              {texts.login}
            </a>
          )}
        </nav>
      </div>
    </header>
  );
}
