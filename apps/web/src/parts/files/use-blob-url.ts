import type { CallName } from '@foyer/contracts/calls.ts'
import { useEffect, useState } from 'react'
import { useApi } from '../services.tsx'

export type BlobUrl = { state: 'loading' | 'failed'; url: null } | { state: 'ready'; url: string }

/**
 * Loads a file that needs the bearer token, as an object URL that is revoked on unmount. Null while no address is
 * given. A call other than that of attachments is named.
 */
export function useBlobUrl(address: string | null, name?: CallName): BlobUrl & { retry: () => void } {
  const api = useApi()
  const [tries, setTries] = useState(0)
  const [shown, setShown] = useState<BlobUrl>({ state: 'loading', url: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads again
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | null = null
    setShown({ state: 'loading', url: null })
    if (address === null) return
    api
      .blob(address, leaving.signal, name)
      .then((blob) => {
        if (leaving.signal.aborted) return
        url = URL.createObjectURL(blob)
        setShown({ state: 'ready', url })
      })
      .catch(() => {
        if (!leaving.signal.aborted) setShown({ state: 'failed', url: null })
      })
    return () => {
      leaving.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [api, address, name, tries])
  return { ...shown, retry: () => setTries((count) => count + 1) }
}
