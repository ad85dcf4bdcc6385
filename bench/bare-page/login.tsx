import '@mantine/core/styles.css';
import { Button, Card, Center, Checkbox, MantineProvider, PasswordInput, TextInput, Title } from '@mantine/core';
import { createRoot } from 'react-dom/client';

// The least that the same component kit shows as a form to sign in; it asks nobody for anything.

createRoot(document.querySelector('#root') as Element).render(
  <MantineProvider>
    <Center h="100vh">
      <Card component="form" withBorder>
        <Title order={1}>Welcome Back</Title>
        <TextInput label="Email Address" type="email" />
        <PasswordInput label="Password" />
        <Checkbox label="Remember me" />
        <Button type="submit">Sign In</Button>
      </Card>
    </Center>
  </MantineProvider>,
);
