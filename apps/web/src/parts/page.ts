import { type ComponentType, createContext, type ReactNode, use } from 'react'
import type { Path } from 'react-router'

/** A page of the app, or the frame around its `children`. */
export interface Page {
  /** Relative to the path of its frame; `*` matches every path that no other page has. */
  readonly path?: string
  /** The page at the frame's own path. */
  readonly index?: true
  readonly title?: string
  /** The path to redirect to, with this page's query. */
  readonly redirect?: string
  /** Loads the page's code. */
  readonly load?: () => Promise<{ readonly Component: ComponentType }>
  readonly Component?: ComponentType
  /** Replaces the page when the page crashes. */
  readonly Fault?: ComponentType<{ error: unknown }>
  /** [SHELL-05] Replaces the default layout. */
  readonly layout?: ComponentType<{ children: ReactNode }>
  /** [SHELL-06] The page is not rendered before the app state is loaded. */
  readonly waitsForAppState?: boolean
  readonly children?: readonly Page[]
}

/** Returns whether the navigation is blocked; `leave` resumes it later. */
export type Hold = (to: Path, leave: () => void) => boolean

interface ShownPage {
  readonly page: Page
  /** Another page's code is loading. */
  readonly isLeaving: boolean
  /** Calls `ask` before each navigation, until the returned function is called. */
  readonly hold: (ask: Hold) => () => void
}

export const ShownPage = createContext<ShownPage>({ page: {}, isLeaving: false, hold: () => () => undefined })

/** The title of a page that has none. */
export const APP_TITLE = 'Foyer'

/** Returns the innermost shown page, with its title. */
export function useShownPage(): Page & { readonly title: string } {
  const { page } = use(ShownPage)
  return { ...page, title: page.title ?? APP_TITLE }
}

/** True while another page's code is loading. */
export function useIsLeaving(): boolean {
  return use(ShownPage).isLeaving
}
