import type { ReactNode } from 'react'

interface PageRoomProps {
  /** A list of pages: it stands beside the page, and above it on narrow windows. */
  aside?: ReactNode
  children: ReactNode
}

/** The room below the top bar, in which a page scrolls. */
export function PageRoom({ aside, children }: PageRoomProps) {
  return (
    <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto bg-canvas max-md:bg-surface">
      <div className="flex min-h-full max-lg:flex-col">
        {aside}
        <div className="min-w-0 flex-1 md:p-6">{children}</div>
      </div>
    </div>
  )
}
