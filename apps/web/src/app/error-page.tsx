import { RotateCw } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { buttonLook } from '../ui/button-look.rules.ts'
import { usePageHandle } from './page-handle.ts'

/** [SHELL-13] Where there is nothing around the page that stopped working. */
export function ErrorPage() {
  return (
    <main className="grid min-h-dvh bg-surface">
      <PageError />
    </main>
  )
}

/** A page stopped working; the layout around it hasn't. */
export function PageError() {
  const { title } = usePageHandle()
  return (
    <div className="grid flex-1 place-items-center bg-surface px-6 py-9">
      <div role="alert">
        <h1 className="text-md font-semibold tracking-tight">{title} stopped working</h1>
        <p className="mt-1 max-w-prose text-sm text-muted">
          What was already sent is safe. Load the page again; if that doesn’t help, a new version may have come out
          meanwhile.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button kind="primary" icon={RotateCw} onClick={() => window.location.reload()}>
            Load again
          </Button>
          {/* A plain link: it loads everything anew, which a broken page may need. */}
          <a href="/inbox" className={buttonLook('default', 'md')}>
            Go to inbox
          </a>
        </div>
      </div>
    </div>
  )
}
