import { useSnapshot } from 'valtio'
import { useApp } from '../parts/services.tsx'

/** Returns a count of the active organization: zero until its own counts are known, never another organization's. */
export function useCount(name: string): number {
  return useCounts([name])[0] ?? 0
}

/** Returns the counts in the order of their names. */
export function useCounts(names: readonly string[]): readonly number[] {
  const counts: Readonly<Record<string, number>> | null = useSnapshot(useApp().status).counts
  return names.map((name) => counts?.[name] ?? 0)
}
