import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { colorSchemeManager } from '#web/color-scheme.ts';
import { cssVariables, theme } from '#web/theme.ts';

/** Comes after the first paint: nobody has anything to be told before it. */
const Toaster = lazy(() => import('#web/Toaster.tsx').then((file) => ({ default: file.Toaster })));

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={client}>
        {children}
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}
