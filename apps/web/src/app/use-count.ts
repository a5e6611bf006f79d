import { useSnapshot } from 'valtio'
import { useApp } from '../parts/services.tsx'

/** Returns a count of the active organization: zero until its own counts are known, never another organization's. */
export function useCount(name: string): number {
  const counts: Readonly<Record<string, number>> | null = useSnapshot(useApp().status).counts
  return counts?.[name] ?? 0
}
