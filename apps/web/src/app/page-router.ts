/**
 * Shows the page of the current address. It fetches a page's code before the address changes, so that the address
 * always belongs to the shown page; of several navigations in progress the last one wins.
 *
 * It uses only the small half of react-router: the data router does more, and adds 16 KB to the first load.
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
  /** From the outermost layout to the page; empty until the first page's code is loaded. */
  readonly pages: readonly Page[]
  readonly isLeaving: boolean
}

export interface PageRouter {
  readonly pages: readonly Page[]
  readonly state: PageState
  readonly navigator: Navigator
  codeOf(page: Page): ComponentType | undefined
  subscribe(listener: () => void): () => void
  /** Calls `ask` before each navigation, until the returned function is called. */
  hold(ask: Hold): () => void
}

export function createPageRouter(pages: readonly Page[], history: History): PageRouter {
  const routes = routesOf(pages)
  const listeners = new Set<() => void>()
  const code = new Map<Page, ComponentType>()
  let way = 0
  let held: Hold | null = null
  /** The router does not ask about a history step that it takes itself. */
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
      // [SHELL-13] The page's frame shows the error in its place.
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

  /** The address has changed already; only a redirect replaces it. */
  const arrive = (location: Location) =>
    void go(location, (to) => {
      if (createPath(to) !== createPath(location)) history.replace(to)
    })
  history.listen(({ location, delta }) => {
    if (ownStep) {
      ownStep = false
      // Back at the address of the shown page: nothing to render.
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

/** Converts the pages to react-router's route objects. */
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
