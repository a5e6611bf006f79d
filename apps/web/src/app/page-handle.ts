import type { ComponentType, ReactNode } from 'react'
import { useMatches } from 'react-router'

/** What a page says of itself, as the `handle` of its route. */
export interface PageHandle {
  title: string
  /** [SHELL-05] Instead of the default layout. */
  layout?: ComponentType<{ children: ReactNode }>
  /** [SHELL-06] The page isn't rendered before the app state is loaded. */
  waitsForAppState?: boolean
}

/** Where no page says what it is, the app. */
export const APP_TITLE = 'Foyer'

/** Of the page that is shown. */
export function usePageHandle(): PageHandle {
  const handle = useMatches().at(-1)?.handle
  return isPageHandle(handle) ? handle : { title: APP_TITLE }
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle
}
