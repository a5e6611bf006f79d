import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AppParts, useParts } from './parts.tsx'

/** One query client per session; it is dropped with the session. */
const clients = new WeakMap<AppParts, QueryClient>()

/** Provides queries for data that is not live; loaded with the first component that needs it. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(useParts())}>{children}</QueryClientProvider>
}

function clientOf(parts: AppParts): QueryClient {
  const held = clients.get(parts) ?? createQueries()
  clients.set(parts, held)
  return held
}

/** [CONST-12] [CONST-13] Queries run once and do not repeat by themselves. */
function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })
}
