import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientProvider, createClient } from './client/client.tsx';
import { createDeskTransport } from './client/desk-transport.ts';
import { createHttpTransport } from './client/http-transport.ts';
import { createQueries } from './client/queries.ts';
import { ErrorBoundary } from './feedback/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';
import { readableGreys, theme } from './theme.ts';

const transport = window.desk ? createDeskTransport(window.desk) : createHttpTransport();
const queries = createQueries();

const root = document.getElementById('app');
if (!root) throw new Error('The page has no place for the app.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readableGreys} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <ClientProvider client={createClient(transport)}>
          <ModalsProvider>
            <Notifications position="bottom-center" classNames={{ root: 'app-toasts' }} />
            <ErrorBoundary>
              <Shell />
            </ErrorBoundary>
          </ModalsProvider>
        </ClientProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
