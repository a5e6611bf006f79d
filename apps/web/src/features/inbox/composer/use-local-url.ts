import { useEffect, useState } from 'react'

/** The object URL of a local picture; null for other files. */
export function useLocalUrl(file: File, shows: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!shows) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, shows])
  return url
}
