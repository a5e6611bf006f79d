import { useEffect, useState } from 'react'

type VirtualRows = typeof import('./virtual-rows.ts').VirtualRows

let loaded: VirtualRows | null = null

/** Loads the virtual list. It comes beside the first page of rows, which nobody waits for longer because of it. */
export async function loadVirtualRows(): Promise<void> {
  loaded ??= (await import('./virtual-rows.ts')).VirtualRows
}

/** Returns the virtual list, or null until its code is there; `again` is set after a failure. */
export function useVirtualRows() {
  const [Rows, setRows] = useState(() => loaded)
  const [failed, setFailed] = useState(false)
  const [attempts, setAttempts] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads once
  useEffect(() => {
    if (loaded !== null) return
    let isShown = true
    const tell = (done: () => void) => () => void (isShown && done())
    loadVirtualRows().then(
      tell(() => setRows(() => loaded)),
      tell(() => setFailed(true)),
    )
    return () => {
      isShown = false
    }
  }, [attempts])
  const again = () => {
    setFailed(false)
    setAttempts(attempts + 1)
  }
  return { Rows, again: failed && Rows === null ? again : null }
}
