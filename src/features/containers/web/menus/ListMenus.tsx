import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import type { ComponentProps } from 'react';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import { fetchOnFirstInput } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { MenuButton } from './MenuButton.tsx';
import type { MenuName } from './MenuButton.tsx';
import type { TableMenus } from './TableMenus.tsx';
import styles from './ViewBar.module.css';

const loadMenus = () => import('./TableMenus.tsx');
const loadPrint = () => import('../table/PrintedTable.tsx');
const LazyMenus = lazyPart(() => loadMenus().then((file) => file.TableMenus));
const PrintedTable = lazyPart(() => loadPrint().then((file) => file.PrintedTable));

/** A phone in either orientation. It shows the menus only together with the filters, and prints the cards. */
const phone = '(pointer: coarse) and (max-width: 48em), (pointer: coarse) and (max-height: 30em)';

type Props = Omit<ComponentProps<typeof TableMenus>, 'opened'>;

/**
 * The menus of the list and its print. Their code is a sixth of that of the screen, so it is loaded at the first input,
 * except on a phone. The first press of a button replaces the buttons with the menus.
 */
export function ListMenus(props: Props) {
  const { list, containers, view, today, choices } = props;
  const [opened, setOpened] = useState<MenuName>();
  const [canPrint, setCanPrint] = useState(false);
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  useEffect(() => {
    if (isPhone) return undefined;
    return fetchOnFirstInput(() => Promise.all([loadMenus(), loadPrint()]).then(() => setCanPrint(true)));
  }, [isPhone]);
  const buttons = (
    <div className={styles.menus}>
      {(['views', 'columns', 'export'] as const)
        .filter((menu) => menu !== 'columns' || choices.layout === 'table')
        .map((menu) => (
          <MenuButton key={menu} menu={menu} aria-haspopup="true" onClick={() => setOpened(menu)} />
        ))}
    </div>
  );
  const print = (
    <PrintedTable
      containers={containers}
      found={list.data?.pages[0]?.found ?? 0}
      view={view}
      columns={[nameColumn, ...choices.columns]}
      today={today}
    />
  );
  if (opened) {
    return (
      <Suspense fallback={buttons}>
        <LazyMenus {...props} opened={opened} />
        {!isPhone && print}
      </Suspense>
    );
  }
  return (
    <>
      {buttons}
      {canPrint && !isPhone && <Suspense fallback={null}>{print}</Suspense>}
    </>
  );
}
