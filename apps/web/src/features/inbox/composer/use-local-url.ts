import { useEffect, useState } from 'react'

/** A picture of this machine, as an address of this page; null for what is none. */
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
