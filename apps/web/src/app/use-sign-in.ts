import { useEffect, useLayoutEffect } from 'react'
import { useUser } from '../features/session/user-provider.tsx'
import { useServices } from '../parts/services.tsx'

/**
 * [STATE-07] [OPEN-026] [OPEN-077] Puts the user into the app state: at once from the profile, so that the user doesn't
 * wait, and then from the validate-login call, which says whether they may still sign in and to which organizations
 * they belong.
 */
export function useSignIn(): void {
  const { user } = useUser()
  const { api, app } = useServices()

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
      // The profile's data stays. If the user may no longer sign in, the API client itself starts the session check.
      .catch(() => undefined)
    return () => abandoned.abort()
  }, [userId, api, app])
}
