import { useEffect, useState } from 'react'
import { useApi } from '../../parts/parts.tsx'

export interface Colleague {
  _id: string
  name: string
}

const NOBODY: readonly Colleague[] = []

/** The organization's staff; nobody while they aren't known, or can't be. Asked once: the first screen has no queries. */
export function useColleagues(organizationId: string): readonly Colleague[] {
  const api = useApi()
  const [known, setKnown] = useState<{ of: string; colleagues: readonly Colleague[] } | null>(null)

  useEffect(() => {
    const leaving = new AbortController()
    api('agents', { query: { organizationId }, signal: leaving.signal })
      .then(({ data }) => !leaving.signal.aborted && setKnown({ of: organizationId, colleagues: data }))
      // The client has reported it.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [api, organizationId])

  return known?.of === organizationId ? known.colleagues : NOBODY
}
