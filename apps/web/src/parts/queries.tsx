import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AppServices, useServices } from './services.tsx'

/** One query client per session; it is dropped with the session. */
const clients = new WeakMap<AppServices, QueryClient>()

/** Provides queries for data that is not live; loaded with the first component that needs it. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(useServices())}>{children}</QueryClientProvider>
}

function clientOf(parts: AppServices): QueryClient {
  const held = clients.get(parts) ?? createQueries()
  clients.set(parts, held)
  return held
}

/** [CONST-12] [CONST-13] Queries run once and do not repeat by themselves. */
function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })
}
