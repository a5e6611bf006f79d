import { Check, Copy, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRouteError } from 'react-router'
import { type Told, useTold } from '../reporting/reporting-context.tsx'
import { Button } from '../ui/button.tsx'
import { buttonLook } from '../ui/button-look.rules.ts'
import { APP_TITLE, usePageHandle } from './page-handle.ts'

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
  const told = useTold(useRouteError())
  return (
    <div className="grid flex-1 place-items-center bg-surface px-6 py-9">
      <div role="alert" className="w-full max-w-prose md:w-auto">
        <h1 className="text-md font-semibold tracking-tight">{title} stopped working</h1>
        <p className="mt-1 text-sm text-muted">
          {title === 'Inbox' || title === APP_TITLE ? 'What was already sent is safe.' : 'Your inbox is not affected.'}{' '}
          Load the page again; if that doesn’t help, a new version may have come out meanwhile.
        </p>
        <Reported told={told} />
        <div className="mt-4 flex flex-wrap gap-2">
          <Button kind="primary" icon={RotateCw} onClick={() => window.location.reload()}>
            Reload {title === APP_TITLE ? title : title.toLowerCase()}
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

/** Says that we know of it only once we do. */
function Reported({ told }: { told: Told }) {
  if (told.state === 'none') return null
  return (
    <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-2 text-sm text-muted">
      {told.state !== 'told' ? (
        <p>Telling us about it…</p>
      ) : (
        <>
          <p>
            We have been told. Reference{' '}
            <span className="font-semibold whitespace-nowrap text-ink">{told.reference}</span>
          </p>
          <CopyReference reference={told.reference} />
        </>
      )}
    </div>
  )
}

function CopyReference({ reference }: { reference: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference)
      setIsCopied(true)
    } catch {
      // It stands there to be read and selected.
    }
  }
  return (
    <Button kind="ghost" size="sm" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy reference'}
    </Button>
  )
}
