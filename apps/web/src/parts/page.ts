import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { Path } from 'react-router'

/** A page of the app, or the frame around its `children`. */
export interface Page {
  /** Below the path of the frame around it; `*` for every path that is no other page's. */
  readonly path?: string
  /** The page at the frame's own path. */
  readonly index?: true
  readonly title?: string
  /** The path to go on to, with the query of this one. */
  readonly redirect?: string
  /** Fetches the page's code. */
  readonly load?: () => Promise<{ readonly Component: ComponentType }>
  readonly Component?: ComponentType
  /** Stands in the page's place when the page breaks. */
  readonly Fault?: ComponentType<{ error: unknown }>
  /** [SHELL-05] Instead of the default layout. */
  readonly layout?: ComponentType<{ children: ReactNode }>
  /** [SHELL-06] The page isn't rendered before the app state is loaded. */
  readonly waitsForAppState?: boolean
  readonly children?: readonly Page[]
}

/** Whether this way is held; `leave` takes it later. */
export type Hold = (to: Path, leave: () => void) => boolean

interface ShownPage {
  readonly page: Page
  /** Another page's code is on its way. */
  readonly isLeaving: boolean
  /** Asks before each way until the answer is called. */
  readonly hold: (ask: Hold) => () => void
}

export const ShownPage = createContext<ShownPage>({ page: {}, isLeaving: false, hold: () => () => undefined })

/** The name of a page that gives none. */
export const APP_TITLE = 'Foyer'

/** The innermost page that is shown, with its title. */
export function useShownPage(): Page & { readonly title: string } {
  const { page } = use(ShownPage)
  return { ...page, title: page.title ?? APP_TITLE }
}

/** Whether the way to another page has begun. */
export function useIsLeaving(): boolean {
  return use(ShownPage).isLeaving
}
