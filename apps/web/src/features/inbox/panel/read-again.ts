import type { QueryClient } from '@tanstack/react-query'

/** A reading that is under way may be older than what was just heard of: it is dropped for a new one, the first too. */
export async function readAgain(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.refetchQueries({ queryKey })
}
