import { Alert, Group, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partyKinds } from '#features/containers/parties/parties.contract.ts';
import { useIsManaging } from '#features/session/web/session.data.ts';
import { addressView, filterField, oneOf, searchField } from '#shared/address-view.ts';
import { useView } from '#web/use-view.ts';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { SearchBox } from '#web/widgets/SearchBox.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { PartyDialog } from './PartyDialog.tsx';
import type { PartyChange } from './PartyDialog.tsx';
import { PartyDoubles } from './PartyDoubles.tsx';
import { PartyList } from './PartyList.tsx';

const kinds = [...partyKinds, 'unused'] as const;
const partiesView = addressView({ search: searchField('search'), kind: filterField('kind', oneOf(kinds)) });

/** `/container-status/parties`: the names of suppliers, customers and carriers. */
export function PartiesPage() {
  const isManaging = useIsManaging();
  const { view, change } = useView(partiesView);
  const [opened, setOpened] = useState<PartyChange>();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpened(undefined);
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        headingRef={heading}
        back={{ to: '/container-status', label: texts.back }}
      />
      {isManaging ? (
        <>
          <PartyDoubles onOpen={setOpened} />
          <Section title={texts.names} aria-label={texts.names}>
            <Group align="flex-end">
              <SearchBox label={texts.search} value={view.search} onSearch={(search) => change({ search })} />
              <NativeSelect
                label={texts.kind}
                value={view.kind ?? 'all'}
                data={(['all', ...kinds] as const).map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
                onChange={({ currentTarget }) => change({ kind: kinds.find((kind) => kind === currentTarget.value) })}
              />
            </Group>
            <PartyList filter={{ search: view.search.trim(), kind: view.kind }} onOpen={setOpened} />
          </Section>
          <PartyDialog
            change={opened}
            onClose={close}
            onDone={() => {
              close();
              // The button that opened the dialog may be gone with its name.
              heading.current?.focus();
            }}
          />
        </>
      ) : (
        <Alert variant="light">{texts.managersOnly}</Alert>
      )}
    </>
  );
}
