import { Component, type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import { type Location, Outlet, Router, useLocation, useRoutes } from 'react-router'
import { type Page, ShownPage } from '../parts/page.ts'
import { type PageRouter, routesOf } from './page-router.ts'

/** Renders the router's page in its layouts. Renders nothing until the first page's code is loaded. */
export function Pages({ router }: { router: PageRouter }) {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setState(router.state))
    follow()
    return router.subscribe(follow)
  }, [router])
  const { location, action, pages, isLeaving } = state
  const page = pages.at(-1)
  const shown = useMemo(() => ({ page: page ?? {}, isLeaving, hold: router.hold }), [page, isLeaving, router])
  if (page === undefined) return null
  return (
    <Router location={location} navigationType={action} navigator={router.navigator}>
      <ShownPage value={shown}>
        <Matched router={router} />
      </ShownPage>
    </Router>
  )
}

function Matched({ router }: { router: PageRouter }) {
  const [routes] = useState(() => routesOf(router.pages, (page) => <PageInFrame page={page} router={router} />))
  return useRoutes(routes)
}

function PageInFrame({ page, router }: { page: Page; router: PageRouter }) {
  const location = useLocation()
  const Code = router.codeOf(page) ?? Outlet
  const { Fault } = page
  if (!Fault) return <Code />
  return (
    <FaultBoundary Fault={Fault} location={location}>
      <Code />
    </FaultBoundary>
  )
}

interface FaultBoundaryProps {
  Fault: NonNullable<Page['Fault']>
  location: Location
  children: ReactNode
}

interface FaultState {
  fault: { error: unknown } | null
  location: Location | null
}

/** Shows the fault of a crashed page, and tries the page again at the next address. */
class FaultBoundary extends Component<FaultBoundaryProps, FaultState> {
  override state: FaultState = { fault: null, location: null }
  static getDerivedStateFromError(error: unknown): Partial<FaultState> {
    return { fault: { error } }
  }
  static getDerivedStateFromProps({ location }: FaultBoundaryProps, state: FaultState): FaultState | null {
    return location === state.location ? null : { fault: null, location }
  }
  override render() {
    const { Fault, children } = this.props
    return this.state.fault ? <Fault error={this.state.fault.error} /> : children
  }
}
