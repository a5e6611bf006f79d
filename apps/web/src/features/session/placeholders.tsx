import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { RequestError } from './request-error.ts'

/** [AUTH-07] [OPEN-005] Shown while the user is loaded or the browser leaves for the login path. */
export function RedirectPlaceholder() {
  return (
    <main data-testid="redirect-placeholder" aria-busy="true" className="grid h-dvh place-items-center bg-canvas">
      <p role="status" className="flex items-center gap-3 text-sm font-semibold text-muted">
        <Spinner size={20} className="text-link" />
        Redirecting...
      </p>
    </main>
  )
}

/** [AUTH-08] [ERR-04] [OPEN-005] Shown when the profile call failed. */
export function ErrorPlaceholder({ error, onRetry }: { error: RequestError; onRetry: () => void }) {
  return (
    <main data-testid="error-placeholder" className="grid h-dvh place-items-center bg-canvas px-4">
      <div role="alert" className="flex w-full max-w-md items-center gap-3 rounded-lg bg-surface px-5 py-6 shadow-pop">
        <CircleAlert aria-hidden size={20} className="shrink-0 text-bad-text" />
        <div className="min-w-0 flex-1">
          <h1 className="text-sm font-semibold">We could not check who you are</h1>
          <p className="text-xs text-muted">{error.message}</p>
        </div>
        <Button onClick={onRetry}>Retry</Button>
      </div>
    </main>
  )
}
