import type { ReactNode } from 'react'

/** The actions of a dialog, visible at its bottom whatever its length. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-0 mt-auto flex flex-wrap justify-between gap-2 border-t border-line bg-surface px-4 py-3">
      {children}
    </footer>
  )
}
