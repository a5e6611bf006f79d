import { useEffect, useState } from 'react'
import { createFetchBlob } from '../../../api/blob.ts'
import { useParts } from '../../../parts/parts.tsx'

/** Where the browser finds a file that only the bearer may fetch; null until it is there, and where it doesn't come. */
export function useBlobAddress(path: string, wanted: boolean): string | null {
  const { fetch, token } = useParts()
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!wanted) return
    const leaving = new AbortController()
    let made: string | null = null
    createFetchBlob({ fetch, token })(path, leaving.signal).then(
      (blob) => {
        if (leaving.signal.aborted) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      },
      // Its icon stands there, and the download says what is wrong.
      () => undefined,
    )
    return () => {
      leaving.abort()
      if (made !== null) URL.revokeObjectURL(made)
      setAddress(null)
    }
  }, [fetch, token, path, wanted])
  return address
}
