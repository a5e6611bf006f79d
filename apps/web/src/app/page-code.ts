import type { RouteObject } from 'react-router'

type PageCode = Extract<RouteObject['lazy'], (...given: never[]) => unknown>

/**
 * [SHELL-13] Fetches the code of a page. Where it can't be fetched the page throws that as it is drawn: the router draws
 * nothing at all for a page of the first load that it waits for.
 */
export function pageCode(load: PageCode): PageCode {
  return () =>
    load().catch((error: unknown) => ({
      Component(): never {
        throw error
      },
    }))
}
