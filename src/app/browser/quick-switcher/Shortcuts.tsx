import { Anchor, Box, Kbd, Text, Title } from '@mantine/core';
import { shortcuts, texts } from './quick-switcher.texts.ts';
import styles from './QuickSwitcher.module.css';

/** Lists the keyboard shortcuts of the product. Every user finds the calls for programs here. */
export function Shortcuts() {
  return (
    <>
      <ShortcutList />
      <Anchor href="/api/docs" mt="xs" px="xs" fz="xs" display="block">
        {texts.calls}
      </Anchor>
    </>
  );
}

function ShortcutList() {
  return shortcuts.map(({ where, keys }) => (
    <section key={where} aria-label={where}>
      <Title order={3} mt="sm" px="xs" fz="xs" c="dimmed">
        {where}
      </Title>
      <Box component="dl" m={0} className={styles.keys}>
        {keys.map(([names, act]) => (
          <div key={act}>
            <Text component="dt" flex="none" fz="xs" lh={1.9} c="dimmed" ta="end">
              {names.map((name, index) => (
                <span key={name}>
                  {index > 0 && ` ${texts.or} `}
                  <Kbd fz="xs" style={{ whiteSpace: 'nowrap' }}>
                    {name}
                  </Kbd>
                </span>
              ))}
            </Text>
            <Box component="dd" m={0}>
              {act}
            </Box>
          </div>
        ))}
      </Box>
    </section>
  ));
}
