import '@mantine/core/styles.css';
import { Button, Card, Center, Checkbox, MantineProvider, PasswordInput, TextInput, Title } from '@mantine/core';
import { createRoot } from 'react-dom/client';

// A minimal sign-in form from the same component library, without any calls.

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
