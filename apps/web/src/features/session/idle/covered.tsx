import { Spinner } from '../../../ui/spinner.tsx'

/** Replaces the whole screen until the server has said whether the session is still valid. */
export function Covered() {
  return (
    <p
      role="status"
      data-uncovered
      className="fixed inset-0 z-(--z-toast) flex items-center justify-center gap-3 bg-canvas text-sm font-semibold text-muted"
    >
      <Spinner size={20} className="text-link" />
      Checking that you are still signed in…
    </p>
  )
}
