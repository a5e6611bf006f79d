import { useEffect, useLayoutEffect } from 'react'
import { useUser } from '../features/session/user-provider.tsx'
import { useParts } from '../parts/parts.tsx'

/**
 * [STATE-07] [OPEN-026] [OPEN-077] Puts the user into the app state: at once from the profile, so that nobody waits, and
 * then from the call that says who may still sign in and to which organizations they belong.
 */
export function useSignIn(): void {
  const { user } = useUser()
  const { api, app } = useParts()

  useLayoutEffect(() => {
    if (user) app.signIn(user, user.organizations)
  }, [user, app])

  const userId = user?._id
  useEffect(() => {
    if (userId === undefined) return
    const abandoned = new AbortController()
    api('validateLogin', { signal: abandoned.signal })
      .then(({ data }) => {
        if (!abandoned.signal.aborted) app.signIn(data.user, data.organizations)
      })
      // The profile's word stands; of who may not sign in any more the client tells by itself.
      .catch(() => undefined)
    return () => abandoned.abort()
  }, [userId, api, app])
}
