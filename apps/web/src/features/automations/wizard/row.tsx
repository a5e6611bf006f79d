import type { ReactNode } from 'react'

/** Fields as parts of a sentence. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-3 text-sm leading-8 pointer-coarse:leading-11">
      {children}
    </div>
  )
}
