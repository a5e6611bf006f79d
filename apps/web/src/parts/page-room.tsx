import type { ReactNode } from 'react'

interface PageRoomProps {
  /** A list of pages beside the page; on narrow windows it is above the page. */
  aside?: ReactNode
  children: ReactNode
}

/** The scroll container of a page, below the top bar. */
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
