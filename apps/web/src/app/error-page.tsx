import { Check, Copy, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { saysAbsent } from '../lib/absent-code.rules.ts'
import { type Absence, absence } from '../lib/absent-code.ts'
import { APP_TITLE, useShownPage } from '../parts/page.ts'
import { read } from '../reporting/reportable.rules.ts'
import { type ReportState, useReportState } from '../reporting/reporting-context.tsx'
import { Button } from '../ui/button.tsx'
import { buttonLook } from '../ui/button-look.rules.ts'

/** [SHELL-13] The error page without a layout around it. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <main className="grid min-h-dvh bg-surface">
      <PageError error={error} />
    </main>
  )
}

/** Replaces a page that crashed or could not be loaded, inside its layout. */
export function PageError({ error }: { error: unknown }) {
  const report = useReportState(error)
  return (
    <div className="grid flex-1 place-items-center bg-surface px-6 py-9">
      <div role="alert" className="w-full max-w-prose">
        {saysAbsent(read(error, 'message')) ? <PageAbsent /> : <PageBroken report={report} />}
      </div>
    </div>
  )
}

function PageBroken({ report }: { report: ReportState }) {
  const { title } = useShownPage()
  return (
    <>
      <h1 className="text-md font-semibold tracking-tight">{title} stopped working</h1>
      <p className="mt-1 text-sm text-muted">
        {title === 'Inbox' || title === APP_TITLE ? 'What was already sent is safe.' : 'Your inbox is not affected.'}{' '}
        Load the page again.
      </p>
      <Reported report={report} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="primary" icon={RotateCw} onClick={reloadPage}>
          Reload {title === APP_TITLE ? title : title.toLowerCase()}
        </Button>
        {/* A plain link loads everything again, which a broken page may need. */}
        <a href="/inbox" className={buttonLook('default', 'md')}>
          Go to inbox
        </a>
      </div>
    </>
  )
}

/** Says why the page is missing. Without a server a reload would lose this page too, so it asks the server first. */
export function PageAbsent({ ask = absence, reload = reloadPage }: { ask?: typeof absence; reload?: () => void }) {
  const { title } = useShownPage()
  const [why, setWhy] = useState<Absence | null>(null)
  const [asking, setAsking] = useState(false)

  useEffect(() => {
    let left = false
    const look = (then: (why: Absence) => void) => ask().then((found) => !left && then(found))
    const comeBack = () => void look((found) => found !== 'unreachable' && reload())
    void look(setWhy)
    window.addEventListener('online', comeBack)
    return () => {
      left = true
      window.removeEventListener('online', comeBack)
    }
  }, [ask, reload])

  async function again() {
    setAsking(true)
    const found = await ask()
    if (found !== 'unreachable') return reload()
    setAsking(false)
    setWhy(found)
  }

  const isNewer = why === 'newer version'
  return (
    <>
      <h1 className="text-md font-semibold tracking-tight">
        {isNewer ? 'A new version is available' : `${title} could not be loaded`}
      </h1>
      <p className="mt-1 text-sm text-muted">{ABSENT[why ?? 'unknown']}</p>
      <Button kind="primary" icon={RotateCw} busy={asking} onClick={() => void again()} className="mt-4">
        {isNewer ? 'Reload' : 'Try again'}
      </Button>
    </>
  )
}

const reloadPage = () => window.location.reload()

const ABSENT: Readonly<Record<Absence, string>> = {
  unreachable: 'The server can’t be reached. What was already sent is safe. Check your connection and try again.',
  'newer version': 'This page is from an older version. What was already sent is safe. Reload to continue.',
  unknown: 'Part of it didn’t load. What was already sent is safe. Try again.',
}

/** Claims that the error was reported only after the report succeeded. */
function Reported({ report }: { report: ReportState }) {
  if (report.state === 'none') return null
  return (
    <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-2 text-sm text-muted">
      {report.state !== 'sent' ? (
        <p>Telling us about it…</p>
      ) : (
        <>
          <p>
            We have been told. Reference{' '}
            <span className="font-semibold whitespace-nowrap text-ink">{report.reference}</span>
          </p>
          <CopyReference reference={report.reference} />
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
      // The reference is on the screen, to be selected by hand.
    }
  }
  return (
    <Button kind="ghost" size="sm" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy reference'}
    </Button>
  )
}
