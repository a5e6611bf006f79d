import { useEffect, useState } from 'react'
import { retryDelay } from '../api/retry.rules.ts'
import { useApi } from './parts.tsx'

export interface Colleague {
  _id: string
  name: string
}

const NOBODY: readonly Colleague[] = []

/**
 * Returns the organization's staff; empty until they are known. It retries by itself, because the first screen has no
 * queries.
 */
export function useColleagues(organizationId: string, random: () => number): readonly Colleague[] {
  const api = useApi()
  const [known, setKnown] = useState<{ of: string; colleagues: readonly Colleague[] } | null>(null)

  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    function ask(tries: number) {
      api('agents', { query: { organizationId }, signal: leaving.signal })
        .then(({ data }) => !leaving.signal.aborted && setKnown({ of: organizationId, colleagues: data }))
        .catch((error) => {
          // The client has already reported the error.
          const delay = retryDelay(error, tries, random())
          if (!leaving.signal.aborted && delay !== null) timer = setTimeout(ask, delay, tries + 1)
        })
    }
    ask(0)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [api, organizationId, random])

  return known?.of === organizationId ? known.colleagues : NOBODY
}
