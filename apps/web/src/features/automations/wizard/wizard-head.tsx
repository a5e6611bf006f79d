import { ArrowLeft, Check, CircleAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

type Keeping = 'idle' | 'saving' | 'saved' | 'conflict' | 'failed'

interface WizardHeadProps {
  title: string
  isNew: boolean
  keeping: Keeping
  isKept: boolean
  isWhole: boolean
  error: unknown
  onStartOver: (() => void) | undefined
}

/** The name of the automation, and what is kept of it. */
export function WizardHead(props: WizardHeadProps) {
  const { title, isNew, onStartOver } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page
  useEffect(() => {
    if (key !== 'default') heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className="flex items-center gap-2 border-b border-line px-4 py-2 md:px-5">
      <Link to="/automations" aria-label="All automations" className={squareLook('ghost', 'md')}>
        <ArrowLeft aria-hidden size={18} />
      </Link>
      <div className="min-w-0 flex-1">
        <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight wrap-anywhere outline-none">
          <bdi>{title}</bdi>
        </h1>
        <p role="status" aria-label="Saving" className="flex min-h-5 items-center gap-1 text-xs text-muted">
          <KeptWords {...props} />
        </p>
      </div>
      {isNew && (
        <Button
          kind="ghost"
          icon={Undo2}
          disabledReason={onStartOver === undefined ? 'Nothing is written yet.' : undefined}
          onClick={onStartOver}
        >
          Start over
        </Button>
      )}
    </header>
  )
}

function KeptWords({ isNew, keeping, isKept, isWhole, error }: WizardHeadProps) {
  if (keeping === 'failed')
    return (
      <>
        <CircleAlert aria-hidden size={13} className="shrink-0 text-bad-text" />
        <span className="text-bad-text">{`Not saved. ${error === null ? '' : failureMessage(error)}`}</span>
      </>
    )
  if (keeping === 'saving')
    return (
      <>
        <Spinner size={12} />
        Saving
      </>
    )
  if (keeping === 'conflict') return 'Not saved'
  if (!isNew && !isKept) return isWhole ? 'Changed' : 'Not saved: something is missing'
  return (
    <>
      <Check aria-hidden size={13} className="shrink-0" />
      {isNew ? 'Draft kept on this computer' : 'Saved'}
    </>
  )
}
