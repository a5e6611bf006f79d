import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { CAMPAIGN_NAME_MAX } from '@foyer/contracts/campaign/limits.rules.ts'
import { ArrowLeft, Check, CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { launchRefusals } from '../refusals.rules.ts'
import type { Here } from './draft.rules.ts'
import { isWaiting } from './editor-memory.ts'

export type Keeping = 'new' | 'clean' | 'dirty' | 'saving' | 'saveFailed' | 'conflict'

interface EditorHeadProps {
  name: string
  error: string | undefined
  keeping: Keeping
  /** Something is missing, so that nothing is saved. */
  isIncomplete: boolean
  saved: CampaignDetail | null
  /** The name of who saved it last; "you" for this member. */
  savedBy: string | null
  failure: unknown
  here: Here
  onName: (name: string) => void
  children: ReactNode
}

/** The name of the campaign, what is saved of it, and its acts. */
export function EditorHead(props: EditorHeadProps) {
  const { name, error, onName, children } = props
  const id = useId()
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pb-4 max-md:px-4 max-md:pt-3">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-2">
        <Link to="/campaigns" aria-label="All campaigns" className={`${squareLook('ghost', 'md')} mt-0.5`}>
          <ArrowLeft aria-hidden size={18} />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="sr-only">{name.trim() || 'New campaign'}</h1>
          <input
            aria-label="Campaign name"
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error === undefined ? undefined : id}
            placeholder="Name the campaign"
            autoComplete="off"
            maxLength={CAMPAIGN_NAME_MAX}
            value={name}
            onChange={({ target }) => onName(target.value)}
            className={`focus-shell mb-1 -ml-2 w-full max-w-120 rounded-md border bg-transparent px-2 py-0.5 text-xl font-semibold tracking-tight outline-none hover:border-control ${error === undefined ? 'border-transparent' : 'border-bad-fill'}`}
          />
          {error !== undefined && (
            <p id={id} className="text-xs text-bad-text">
              {error}
            </p>
          )}
          <p role="status" aria-label="Saving" className="num flex min-h-5 items-center gap-1 text-sm text-muted">
            <KeptWords {...props} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full">{children}</div>
    </header>
  )
}

function KeptWords({ keeping, isIncomplete, saved, savedBy, failure, here }: EditorHeadProps) {
  if (keeping === 'saveFailed')
    return (
      <>
        <CircleAlert aria-hidden size={14} className="shrink-0 text-bad-text" />
        <span className="text-bad-text">{`Not saved. ${failureMessage(failure, launchRefusals(failure))}`}</span>
      </>
    )
  if (keeping === 'new' || saved === null) return 'Not saved yet'
  if (keeping === 'saving') return 'Saving'
  if (keeping === 'dirty')
    return isIncomplete ? 'Not saved: something is missing' : isWaiting(saved) ? 'Changed, not saved yet' : 'Changed'
  const at = timeOfDay(new Date(saved.savedAt), here.timezone)
  return (
    <>
      <Check aria-hidden size={14} className="shrink-0" />
      {`Saved ${at}${savedBy === null ? '' : ` by ${savedBy}`}`}
    </>
  )
}
