/**
 * The page that the address leads to. A page's code is fetched before the address changes, so that an address always
 * belongs to what is shown; of several ways that were begun the last one counts.
 *
 * It stands on the small half of react-router: its data router does more, and is 16 KB of the first load.
 */
import type { ComponentType, ReactNode } from 'react'
import {
  type UNSAFE_createMemoryHistory as createMemoryHistory,
  createPath,
  type Location,
  matchRoutes,
  type NavigationType,
  type Navigator,
  type Path,
  parsePath,
  type RouteObject,
  type To,
} from 'react-router'
import type { Hold, Page } from '../parts/page.ts'

type History = Omit<ReturnType<typeof createMemoryHistory>, 'index'>

export interface PageState {
  readonly location: Location
  readonly action: NavigationType
  /** From the outermost frame to the page; empty until the first page's code is there. */
  readonly pages: readonly Page[]
  readonly isLeaving: boolean
}

export interface PageRouter {
  readonly pages: readonly Page[]
  readonly state: PageState
  readonly navigator: Navigator
  codeOf(page: Page): ComponentType | undefined
  subscribe(listener: () => void): () => void
  /** Asks before each way until the answer is called. */
  hold(ask: Hold): () => void
}

export function createPageRouter(pages: readonly Page[], history: History): PageRouter {
  const routes = routesOf(pages)
  const listeners = new Set<() => void>()
  const code = new Map<Page, ComponentType>()
  let way = 0
  let held: Hold | null = null
  /** A step of the history that the router itself takes is not asked about. */
  let ownStep = false
  let state: PageState = { location: history.location, action: history.action, pages: [], isLeaving: false }

  function change(to: Partial<PageState>): void {
    state = { ...state, ...to }
    for (const listener of listeners) listener()
  }

  async function fetchCode(page: Page): Promise<void> {
    try {
      const loaded = await page.load?.()
      if (loaded) code.set(page, loaded.Component)
    } catch (error) {
      // [SHELL-13] Its frame says so where the page would stand.
      code.set(page, () => {
        throw error
      })
    }
  }

  async function go(wanted: Path, enter: (to: Path) => void): Promise<void> {
    way += 1
    const mine = way
    const found = destination(routes, wanted)
    const missing = found.pages.filter((page) => page.load && !code.has(page))
    if (missing.length > 0) {
      change({ isLeaving: true })
      await Promise.all(missing.map(fetchCode))
      if (mine !== way) return
    }
    enter(found.to)
    change({ location: history.location, action: history.action, pages: found.pages, isLeaving: false })
  }

  /** The address is there already, but for a redirect. */
  const arrive = (location: Location) =>
    void go(location, (to) => {
      if (createPath(to) !== createPath(location)) history.replace(to)
    })
  history.listen(({ location, delta }) => {
    if (ownStep) {
      ownStep = false
      // Back where the page still stands: there is nothing to draw.
      if (createPath(location) === createPath(state.location)) return
    } else if (delta !== null && held?.(location, () => step(delta))) return step(-delta)
    arrive(location)
  })
  function step(delta: number): void {
    ownStep = true
    history.go(delta)
  }
  function leave(to: To, then: (to: Path) => void): void {
    const path = pathOf(to)
    if (!held?.(path, () => then(path))) then(path)
  }
  arrive(history.location)

  return {
    pages,
    get state() {
      return state
    },
    navigator: {
      createHref: history.createHref,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (wanted, given) => leave(wanted, (to) => void go(to, (path) => history.push(path, given))),
      replace: (wanted, given) => leave(wanted, (to) => void go(to, (path) => history.replace(path, given))),
    },
    hold(ask) {
      held = ask
      return () => {
        if (held === ask) held = null
      }
    },
    codeOf: (page) => page.Component ?? code.get(page),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The pages as react-router matches them. */
export function routesOf(pages: readonly Page[], elementOf?: (page: Page) => ReactNode): RouteObject[] {
  return pages.map((page) => {
    const route = { handle: page, element: elementOf?.(page) }
    if (page.index) return { ...route, index: true }
    const children = routesOf(page.children ?? [], elementOf)
    return page.path === undefined ? { ...route, children } : { ...route, path: page.path, children }
  })
}

function destination(all: RouteObject[], to: Path): { to: Path; pages: readonly Page[] } {
  const pages = (matchRoutes(all, to) ?? []).map(({ route }) => route.handle as Page)
  const redirect = pages.at(-1)?.redirect
  return redirect === undefined ? { to, pages } : destination(all, { pathname: redirect, search: to.search, hash: '' })
}

function pathOf(to: To): Path {
  return { pathname: '/', search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) }
}
