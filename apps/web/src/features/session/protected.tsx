import { type ReactNode, useEffect } from 'react'
import { ErrorPlaceholder, RedirectPlaceholder } from './placeholders.tsx'
import type { RequestError } from './request-error.ts'
import { loginAddress } from './session.rules.ts'
import { useSessionExit, useUser } from './user-provider.tsx'

interface ProtectedProps {
  children: ReactNode
  /** [OPEN-005] A page may pass its own placeholders. */
  redirecting?: ReactNode
  failed?: (error: RequestError, retry: () => void) => ReactNode
  /** Leads the browser out of the app. */
  leave?: (address: string) => void
}

/** [AUTH-04..09] Renders the page for a signed-in user only. */
export function Protected({ children, redirecting, failed, leave = navigateTo }: ProtectedProps) {
  const { user, error, isLoading, checkSession } = useUser()
  const { loginUrl, exit } = useSessionExit()
  const leaving = !user && !error && !isLoading

  useEffect(() => {
    if (leaving) leave(exit ?? loginAddress(loginUrl, window.location))
  }, [leaving, leave, loginUrl, exit])

  if (user) return children
  if (!error) return redirecting ?? <RedirectPlaceholder />
  const retry = () => void checkSession()
  return failed?.(error, retry) ?? <ErrorPlaceholder error={error} onRetry={retry} />
}

function navigateTo(address: string) {
  window.location.assign(address)
}
