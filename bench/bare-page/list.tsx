import '@mantine/core/styles.css';
import {
  AppShell,
  Badge,
  Button,
  Card,
  MantineProvider,
  Menu,
  Modal,
  Select,
  SimpleGrid,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { createRoot } from 'react-dom/client';

// A minimal page with figures, filters and rows from the same component library, without any calls.

const rows = Array.from({ length: 60 }, (_, index) => `bill-of-lading-${index}.pdf`);

createRoot(document.querySelector('#root') as Element).render(
  <MantineProvider>
    <AppShell header={{ height: 60 }} padding="md">
      <AppShell.Header>
        <Menu>
          <Menu.Target>
            <Button>Menu</Button>
          </Menu.Target>
        </Menu>
      </AppShell.Header>
      <AppShell.Main>
        <SimpleGrid cols={4}>
          {['Files', 'Teams', 'File types', 'This week'].map((name) => (
            <Card key={name} withBorder>
              <Text>{name}</Text>
            </Card>
          ))}
        </SimpleGrid>
        <TextInput label="Search" />
        <Select label="Team" data={['Sales', 'Customs']} />
        <Table>
          <Table.Tbody>
            {rows.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>
                  <Badge>PDF</Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Modal opened={false} onClose={() => {}} title="Edit" />
      </AppShell.Main>
    </AppShell>
  </MantineProvider>,
);
