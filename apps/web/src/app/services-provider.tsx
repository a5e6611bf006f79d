import { type ReactNode, useEffect, useState } from 'react'
import { useSessionExit, useUser } from '../features/session/user-provider.tsx'
import { systemClock } from '../lib/clock.ts'
import { ServicesContext } from '../parts/services.tsx'
import { MAIN_CONTEXT_KEY } from '../state/main-context.rules.ts'
import { createServices } from './create-services.ts'

/** Provides the services of the session around it, and clears their data when the session ends. */
export function ServicesProvider({ children }: { children: ReactNode }) {
  const { user, error, isLoading, checkSession } = useUser()
  const exits = useSessionExit()
  const [parts] = useState(() =>
    createServices(
      { fetch: (...request) => window.fetch(...request), clock: systemClock, window, checkSession },
      exits,
    ),
  )
  const signedOut = !user && !error && !isLoading
  const [owner, setOwner] = useState<string>()
  if (user && owner === undefined) setOwner(user._id)
  const isAnother = user !== undefined && owner !== undefined && owner !== user._id

  // [STATE-08] However the session ended, nothing of it stays in this browser.
  useEffect(() => {
    if (signedOut) parts.app.signOut()
  }, [signedOut, parts])

  // Another user signed in, in another tab: loading the page again keeps nothing of the first user, such as tokens and
  // answers.
  useEffect(() => {
    if (isAnother) parts.leave('/inbox')
  }, [isAnother, parts])

  // The user signed out in another tab, and thus also here, or another user signed in there.
  useEffect(() => {
    const changed = ({ key, newValue }: StorageEvent) => {
      const isMine = newValue?.includes(JSON.stringify(parts.app.mainContext.user?._id))
      if (key === null || (key === MAIN_CONTEXT_KEY && !isMine)) void checkSession()
    }
    // A page in the browser's back/forward cache is hidden, and reloaded on return, because the session may have ended
    // since.
    const kept = ({ persisted }: PageTransitionEvent) => {
      document.documentElement.hidden = persisted
    }
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      // The user was asked about unsent messages before leaving.
      parts.app.changeOutbox({ waiting: -Infinity, sent: 0 })
      parts.leave()
    }
    window.addEventListener('storage', changed)
    window.addEventListener('pagehide', kept)
    window.addEventListener('pageshow', returned)
    return () => {
      window.removeEventListener('storage', changed)
      window.removeEventListener('pagehide', kept)
      window.removeEventListener('pageshow', returned)
    }
  }, [checkSession, parts])

  return <ServicesContext value={parts}>{isAnother ? null : children}</ServicesContext>
}
