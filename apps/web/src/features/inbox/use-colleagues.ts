import { useEffect, useReducer, useState } from 'react'
import { useApi } from '../../parts/parts.tsx'

export interface Colleague {
  _id: string
  name: string
}

const NOBODY: readonly Colleague[] = []
const ASK_AGAIN_MS = 5_000

/** The organization's staff; nobody while they aren't known. Asked until they are: the first screen has no queries. */
export function useColleagues(organizationId: string): readonly Colleague[] {
  const api = useApi()
  const [tries, tryAgain] = useReducer((count: number) => count + 1, 0)
  const [known, setKnown] = useState<{ of: string; colleagues: readonly Colleague[] } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is one run
  useEffect(() => {
    const leaving = new AbortController()
    api('agents', { query: { organizationId }, signal: leaving.signal })
      .then(({ data }) => !leaving.signal.aborted && setKnown({ of: organizationId, colleagues: data }))
      // The client has reported it.
      .catch(() => leaving.signal.aborted || setTimeout(tryAgain, ASK_AGAIN_MS))
    return () => leaving.abort()
  }, [api, organizationId, tries])

  return known?.of === organizationId ? known.colleagues : NOBODY
}
