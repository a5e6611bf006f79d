import type { ComponentProps, MouseEvent } from 'react'
import { type To, useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To
  replace?: boolean
  state?: unknown
  preventScrollReset?: boolean
}

/** A link within the app. The router's own one brings code that prefetches pages: 3 KB of the first load. */
export function Link({ to, replace, state, preventScrollReset, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(replace !== undefined && { replace }),
    ...(preventScrollReset !== undefined && { preventScrollReset }),
    ...(target !== undefined && { target }),
    state,
  })
  function click(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return <a {...rest} href={href} target={target} onClick={click} />
}

/** The link to the place that is shown, or to a place above it, is the current one. */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useResolvedPath(to)
  const here = useLocation().pathname
  const isCurrent = here === pathname || here.startsWith(`${pathname}/`)
  return <Link to={to} aria-current={isCurrent ? 'page' : undefined} {...rest} />
}
