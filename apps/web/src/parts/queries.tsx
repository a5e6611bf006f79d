import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AppParts, useParts } from './parts.tsx'

/** One for each session, and forgotten with it. */
const clients = new WeakMap<AppParts, QueryClient>()

/** What isn't live is asked for by these; fetched with the first part of a page that needs it. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={clientOf(useParts())}>{children}</QueryClientProvider>
}

function clientOf(parts: AppParts): QueryClient {
  const held = clients.get(parts) ?? createQueries()
  clients.set(parts, held)
  return held
}

/** [CONST-12] [CONST-13] Asked once, not again behind anybody's back. */
function createQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })
}
