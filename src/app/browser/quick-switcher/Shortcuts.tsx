import { Anchor } from '@mantine/core';
import { shortcuts, texts } from './quick-switcher.texts.ts';
import styles from './QuickSwitcher.module.css';

/** Lists the keyboard shortcuts of the product. Every user finds the calls for programs here. */
export function Shortcuts() {
  return (
    <>
      <ShortcutList />
      <p className={styles.kind}>
        <Anchor href="/api/docs" inherit>
          {texts.calls}
        </Anchor>
      </p>
    </>
  );
}

function ShortcutList() {
  return shortcuts.map(({ where, keys }) => (
    <section key={where} aria-label={where}>
      <h3 className={styles.kind}>{where}</h3>
      <dl className={styles.keys}>
        {keys.map(([names, act]) => (
          <div key={act} className={styles.key}>
            <dt>
              {names.map((name, index) => (
                <span key={name}>
                  {index > 0 && ` ${texts.or} `}
                  <kbd className={styles.cap}>{name}</kbd>
                </span>
              ))}
            </dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
