import { useEffect } from 'react'
import { BADGE_MAX } from './badge.rules.ts'

const PLAIN = '/favicon.svg'

/** Shows the unread count on the favicon. If it can't be drawn the favicon stays plain. */
export function useFavicon(count: number): void {
  // Higher counts all look the same, and drawing one takes as long as a frame.
  const unread = Math.min(count, BADGE_MAX + 1)
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link || unread <= 0) return
    let stale = false
    import('./favicon.actors.ts')
      .then(({ drawFavicon }) => drawFavicon(PLAIN, unread))
      .then((drawn) => {
        if (!stale && drawn !== null) show(link, drawn, 'image/png')
      })
      .catch(() => undefined)
    return () => {
      stale = true
    }
  }, [unread])

  // The favicon keeps its count until the next one is drawn; at zero it turns plain at once.
  const isPlain = unread <= 0
  useEffect(() => {
    if (isPlain) return
    return () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
      if (link) show(link, PLAIN, 'image/svg+xml')
    }
  }, [isPlain])
}

function show(link: HTMLLinkElement, href: string, type: string): void {
  link.type = type
  link.href = href
}
