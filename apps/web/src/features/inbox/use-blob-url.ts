import { useEffect, useState } from 'react'
import { useApi } from '../../parts/parts.tsx'

export type BlobUrl = { state: 'loading' | 'failed'; url: null } | { state: 'ready'; url: string }

/**
 * The bytes of a file that only the bearer opens, as an address of this page; it ends with the screen that shows it. Null
 * where nothing is to be fetched.
 */
export function useBlobUrl(address: string | null): BlobUrl & { retry: () => void } {
  const api = useApi()
  const [tries, setTries] = useState(0)
  const [shown, setShown] = useState<BlobUrl>({ state: 'loading', url: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is reading again
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | null = null
    setShown({ state: 'loading', url: null })
    if (address === null) return
    api
      .blob(address, leaving.signal)
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
  }, [api, address, tries])
  return { ...shown, retry: () => setTries((count) => count + 1) }
}

/** As a download, never as a page: what a patient sent must not run here. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveAs(url, name)
  // The browser has begun to read it; later the page need not hold it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Hands bytes to the browser to keep under a name. */
export function saveAs(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
